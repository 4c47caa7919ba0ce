//! Layouts: labels never collide, whatever the record.

use proptest::prelude::*;

use super::scene::{Anchor, Font};
use super::*;
use crate::{sample, view};

/// All charts of a record's results, and of the comparisons within it.
fn charts(record: &model::RunRecord) -> Vec<Chart> {
    sample::with_report(record, |report| {
        let source = &report.sources[0];
        let suites = view::suites(source.record, source.summary);
        let mut charts = Vec::new();
        for table in suites.iter().flat_map(|suite| &suite.tables) {
            charts.extend(of_table(record, table));
            charts.extend(trials_of_table(table, &vec![true; table.lines.len()]));
        }
        for found in report.findings {
            charts.extend(ratios(found, "all", usize::MAX));
        }
        charts
    })
}

/// No two texts of a picture cover each other, and none leaves it.
fn check(chart: &Chart) {
    for picture in chart.pictures() {
        let (width, height) = (picture.width(), picture.height());
        for (place, text) in picture.texts.iter().enumerate() {
            assert!(
                text.left >= -0.5
                    && text.right <= width + 0.5
                    && text.top >= -1.0
                    && text.bottom <= height + 0.5,
                "{} ({width}×{height}): {text:?} leaves the picture",
                chart.name
            );
            for other in &picture.texts[place + 1..] {
                assert!(!text.overlaps(other), "{}: {text:?} covers {other:?}", chart.name);
            }
        }
    }
}

#[test]
fn labels_of_the_sample_never_collide() {
    for record in [sample::three_subjects(), sample::one_machine()] {
        let charts = charts(&record);
        assert!(charts.len() > 5);
        charts.iter().for_each(check);
    }
}

#[test]
fn odd_records_have_charts_or_none() {
    let mut builder = sample::Builder::new(&[""]);
    sample::thread(&mut builder, &[1.0]);
    let mut record = builder.finish();
    record.sessions[0].trials.truncate(1);
    charts(&record).iter().for_each(check);
    record.sessions[0].trials.clear();
    assert!(charts(&record).is_empty());
    assert!(charts(&sample::Builder::new(&[]).finish()).is_empty());
}

#[test]
fn a_scene_knows_where_its_texts_are() {
    let mut scene = scene::Scene::new(100.0);
    scene.text(50.0, 20.0, Anchor::Middle, Font::Label, "abc");
    assert!(!scene.is_free(45.0, 55.0, 10.0, 22.0));
    assert!(scene.is_free(0.0, 20.0, 10.0, 22.0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn labels_never_collide(
        labels in prop::collection::vec("\\PC{0,40}", 1..6),
        calls in prop::collection::vec("[a-z-]{1,24}", 1..9),
        sizes in prop::collection::btree_set(0_u64..(1 << 40), 1..12),
        center in 0.01_f64..1e10,
        growth in 0.2_f64..8.0,
        trials in 1_u32..14,
    ) {
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
        let record = sample::made_up(&labels, &calls, &sizes, center, growth, trials);
        charts(&record).iter().for_each(check);
    }
}
