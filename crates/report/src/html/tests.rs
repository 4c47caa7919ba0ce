//! Pages: well-formed, self-contained, small, and safe from the names of others.

use super::*;
use crate::sample;

/// Every element that is opened is closed, in order: enough to know that nothing broke out.
fn check_nesting(page: &str) {
    const VOID: [&str; 3] = ["meta", "br", "hr"];
    let mut open: Vec<&str> = Vec::new();
    let body = &page[page.find("<html").expect("a root")..];
    let (before, after) = body.split_once("<style>").expect("styles");
    let after = after.split_once("</style>").expect("the end of styles").1;
    for part in [before, after] {
        let mut rest = part;
        while let Some(start) = rest.find('<') {
            let end = start + rest[start..].find('>').expect("a tag ends");
            let tag = &rest[start + 1..end];
            rest = &rest[end + 1..];
            let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or("");
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name), "{tag}");
            } else if !tag.ends_with('/') && !VOID.contains(&name) {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

fn page_of(record: &model::RunRecord) -> String {
    sample::with_report(record, page)
}

#[test]
fn pages_are_well_formed_and_name_each_thing_once() {
    for record in [sample::three_subjects(), sample::one_machine()] {
        let page = page_of(&record);
        check_nesting(&page);
        let ids: Vec<&str> =
            page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or("")).collect();
        let distinct: std::collections::BTreeSet<&&str> = ids.iter().collect();
        assert_eq!(distinct.len(), ids.len());
        for target in page.split("href=\"#").skip(1).chain(page.split("aria-labelledby=\"").skip(1))
        {
            for id in target.split('"').next().unwrap_or("").split(' ') {
                assert!(ids.contains(&id), "{id}");
            }
        }
    }
}

#[test]
fn a_page_needs_nothing_from_outside() {
    let page = page_of(&sample::three_subjects());
    for foreign in ["http://", "https://", "<script", "<link", "@import", "url(", "<iframe", "src="]
    {
        assert!(!page.contains(foreign), "{foreign}");
    }
}

#[test]
fn names_of_others_cannot_break_out() {
    let evil = "<script>alert(\"&'\")</script>";
    let mut builder = sample::Builder::new(&[evil, "x\"><img src=y onerror=z>"]);
    sample::process(&mut builder, &[1.0, 2.0]);
    let mut record = builder.finish();
    record.subjects[0].target = evil.into();
    for definition in &mut record.definitions {
        definition.summary = evil.into();
        definition.caveats = evil.into();
    }
    for facts in &mut record.sessions[0].facts {
        facts.start.0[0].value = model::FactValue::Text(evil.into());
        facts.start.0[1].key = evil.into();
    }
    for cell in &mut record.sessions[0].cells {
        if let model::Status::Skipped { reason } = &mut cell.status {
            *reason = evil.into();
        }
    }
    record.sessions[0].build.revision = evil.into();
    let page = page_of(&record);
    check_nesting(&page);
    assert!(!page.contains("<script") && !page.contains("<img"));
    for file in sample::with_report(&record, crate::svg::files) {
        assert!(!file.text.contains("<script") && !file.text.contains("<img"), "{}", file.name);
        roxmltree::Document::parse(&file.text).expect("well-formed");
    }
}

#[test]
fn odd_records_have_a_page() {
    let empty = sample::Builder::new(&[]).finish();
    check_nesting(&page_of(&empty));
    let none = model::RunRecord { sessions: Vec::new(), ..empty };
    check_nesting(&page_of(&none));
    let mut builder = sample::Builder::new(&["a"]);
    sample::thread(&mut builder, &[1.0]);
    let mut failed = builder.finish();
    failed.sessions[0].complete = false;
    for cell in &mut failed.sessions[0].cells {
        cell.status = model::Status::Failed { reason: "no such device".into() };
    }
    failed.sessions[0].trials.clear();
    let failed_page = page_of(&failed);
    check_nesting(&failed_page);
    assert!(failed_page.contains("no such device") && failed_page.contains("did not end"));
    check_nesting(&super::page(&Report {
        title: "",
        sources: &[],
        hashes: &[],
        findings: &[],
        advice: &[],
        hints: &[],
    }));
}

#[test]
fn a_large_page_stays_small() {
    let page = page_of(&sample::large(11));
    assert!(page.len() < 6_000_000, "{} bytes", page.len());
}
