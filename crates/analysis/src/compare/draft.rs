//! From who stands against whom to verdicts: estimates first, then one correction over the whole
//! family, then words.

use model::{Better, Metric};
use stats::Conclusion;

use super::contrast::{Contrast, SessionNoise, contrast};
use super::findings::{Contest, Entry, Evidence, Pair, Ratio, Standing};
use super::notes::notes;
use super::obstacle;
use super::options::Options;
use super::pace;
use super::pairing::Matched;
use super::sentence::{Subjects, sentence};
use super::source::{Source, marked_invalid};
use super::verdict::{Need, Replicate, Verdict, Why};
use crate::{Bar, Group, Member};

/// Who stands against whom, before anything is computed. The first seat is the baseline.
pub(crate) struct Slot {
    /// The subject, where sentences must name it; else empty.
    pub(crate) subject: String,
    pub(crate) seats: Vec<Seat>,
}

/// One member of a group with its place in the comparison.
#[derive(Clone)]
pub(crate) struct Seat {
    pub(crate) contestant: usize,
    pub(crate) source: usize,
    pub(crate) group: usize,
    pub(crate) member: usize,
    pub(crate) matched: Matched,
    pub(crate) label: String,
}

/// A slot with its metric chosen and its ratios estimated.
struct Draft<'a> {
    slot: &'a Slot,
    metric: &'a Metric,
    headline: bool,
    threshold: f64,
    rows: Vec<usize>,
    /// All candidates against the baseline, then the best against the other candidates.
    duels: Vec<Duel>,
    best: Option<usize>,
}

/// Two seats and what their figures say.
struct Duel {
    candidate: usize,
    baseline: usize,
    outcome: Outcome,
}

enum Outcome {
    Blocked { why: Why, ratio: Option<f64> },
    Open(Contrast),
}

/// What all slots share.
pub(crate) struct Judge<'a> {
    pub(crate) sources: &'a [Source<'a>],
    pub(crate) options: &'a Options,
    /// For each two sources, what forbids comparing them.
    obstacles: Vec<Vec<Option<Why>>>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(sources: &'a [Source<'a>], options: &'a Options) -> Self {
        let against = |one: &Source<'_>| {
            let between =
                |other: &Source<'_>| obstacle::between_sources(one, other, options.factor);
            sources.iter().map(between).collect()
        };
        Self { sources, options, obstacles: sources.iter().map(against).collect() }
    }

    /// The contests of all slots, and the size of the family.
    pub(crate) fn judge(&self, slots: &[Slot]) -> (Vec<Contest>, usize) {
        let drafts: Vec<Draft<'_>> = slots.iter().map(|slot| self.draft(slot)).collect();
        let open =
            drafts.iter().flat_map(|draft| &draft.duels).filter_map(|duel| match &duel.outcome {
                Outcome::Open(contrast) => Some(contrast.estimate.p),
                Outcome::Blocked { .. } => None,
            });
        let p: Vec<f64> = open.collect();
        let mut adjusted = stats::holm(&p).into_iter().zip(stats::benjamini_hochberg(&p));
        let contests = drafts
            .into_iter()
            .map(|draft| {
                let levels: Vec<Option<(f64, f64)>> = draft
                    .duels
                    .iter()
                    .map(|duel| match duel.outcome {
                        Outcome::Open(_) => adjusted.next(),
                        Outcome::Blocked { .. } => None,
                    })
                    .collect();
                self.conclude(&draft, &levels)
            })
            .collect();
        (contests, p.len())
    }

    fn source(&self, seat: &Seat) -> &'a Source<'a> {
        &self.sources[seat.source]
    }

    /// Whether the benchmark has several metrics, so that the one that decides must be named.
    fn one_of_several(&self, seat: &Seat) -> bool {
        self.source(seat).definition(self.group(seat)).metrics.len() > 1
    }

    fn group(&self, seat: &Seat) -> &'a Group {
        &self.source(seat).summary.groups[seat.group]
    }

    fn member(&self, seat: &Seat) -> &'a Member {
        &self.group(seat).members[seat.member]
    }

    /// The first metric, headline first, that no seat marks as invalid.
    fn metric(&self, slot: &Slot) -> (&'a Metric, bool, bool) {
        let first = &slot.seats[0];
        let metrics = &self.source(first).definition(self.group(first)).metrics;
        let valid = |metric: &Metric| {
            slot.seats.iter().all(|seat| {
                let source = self.source(seat);
                let measured = |row: &usize| source.at(*row).estimate.is_some();
                let member = self.member(seat);
                let has_figures = member.rows.clone().any(|row| measured(&row));
                match source.row(member, &metric.name) {
                    Some(row) => !marked_invalid(source.at(row)),
                    None => !has_figures,
                }
            })
        };
        let found =
            metrics.iter().position(|metric| metric.better != Better::Diagnostic && valid(metric));
        let index = found.unwrap_or(0);
        (&metrics[index], index == 0, found.is_some())
    }

    fn draft<'s>(&self, slot: &'s Slot) -> Draft<'s>
    where
        'a: 's,
    {
        let (metric, headline, any) = self.metric(slot);
        let rows: Vec<usize> = slot
            .seats
            .iter()
            .map(|seat| {
                let member = self.member(seat);
                self.source(seat).row(member, &metric.name).unwrap_or(member.rows.start)
            })
            .collect();
        let benchmark = &self.group(&slot.seats[0]).benchmark;
        let threshold = self.options.thresholds.of(benchmark, metric.class);
        let mut draft =
            Draft { slot, metric, headline, threshold, rows, duels: Vec::new(), best: None };
        for candidate in 1..slot.seats.len() {
            let duel = self.duel(&draft, candidate, 0, any);
            draft.duels.push(duel);
        }
        draft.best = self.best(&draft);
        if let Some(best) = draft.best.filter(|&best| best > 0) {
            for other in (1..slot.seats.len()).filter(|&other| other != best) {
                let duel = self.duel(&draft, best, other, any);
                draft.duels.push(duel);
            }
        }
        draft
    }

    /// The seat with the best usable figure.
    fn best(&self, draft: &Draft<'_>) -> Option<usize> {
        let costs = draft.slot.seats.iter().enumerate().filter_map(|(index, seat)| {
            Some((index, self.source(seat).cost(self.member(seat), draft.metric)?))
        });
        costs.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(index, _)| index)
    }

    fn duel(&self, draft: &Draft<'_>, candidate: usize, baseline: usize, any: bool) -> Duel {
        let seats = (&draft.slot.seats[candidate], &draft.slot.seats[baseline]);
        let rows = (draft.rows[candidate], draft.rows[baseline]);
        let blocked = |why: Why| {
            let ratio = shows_ratio(&why).then(|| self.plain_ratio(seats, rows)).flatten();
            Outcome::Blocked { why, ratio }
        };
        let why = if any {
            self.obstacles[seats.1.source][seats.0.source].clone().or_else(|| {
                obstacle::between_rows(self.source(seats.1), rows.1, self.source(seats.0), rows.0)
            })
        } else {
            Some(Why::NoMetric)
        };
        let outcome = match why {
            Some(why) => blocked(why),
            None => self
                .contrast(seats, rows, draft.metric)
                .map_or_else(|| blocked(Why::TooFew), Outcome::Open),
        };
        Duel { candidate, baseline, outcome }
    }

    fn contrast(
        &self,
        seats: (&Seat, &Seat),
        rows: (usize, usize),
        metric: &Metric,
    ) -> Option<Contrast> {
        let candidate = self.source(seats.0).side(rows.0)?;
        let baseline = self.source(seats.1).side(rows.1)?;
        contrast(candidate, baseline, metric.better, self.options.session_sigma)
    }

    /// The ratio of the medians as they stand, with nothing said of its certainty.
    fn plain_ratio(&self, seats: (&Seat, &Seat), rows: (usize, usize)) -> Option<f64> {
        let candidate = self.source(seats.0).at(rows.0).estimate.as_ref()?.median;
        let baseline = self.source(seats.1).at(rows.1).estimate.as_ref()?.median;
        (candidate > 0.0 && baseline > 0.0).then(|| candidate / baseline)
    }

    fn conclude(&self, draft: &Draft<'_>, levels: &[Option<(f64, f64)>]) -> Contest {
        let seats = &draft.slot.seats;
        let group = self.group(&seats[0]);
        let methods: Vec<&str> =
            seats.iter().map(|seat| self.member(seat).method.as_str()).collect();
        let shared = methods.iter().all(|method| *method == methods[0]);
        let common = |text: &str| if shared { text.to_owned() } else { String::new() };
        let method = common(methods[0]);
        let method_words = common(&self.member(&seats[0]).method_words);
        let what = about(&draft.slot.subject, group, &method_words);
        let verdicts: Vec<Verdict> = draft
            .duels
            .iter()
            .zip(levels)
            .map(|(duel, level)| self.verdict(draft, duel, *level))
            .collect();
        let pairs = draft.duels.iter().zip(levels).zip(&verdicts);
        let pairs = pairs
            .take(seats.len() - 1)
            .map(|((duel, level), verdict)| self.pair(draft, duel, *level, verdict, &what))
            .collect();
        Contest {
            benchmark: group.benchmark.clone(),
            workload: group.workload_text.clone(),
            workload_words: group.workload_words.clone(),
            method,
            method_words,
            metric: draft.metric.clone(),
            instead_of_headline: !draft.headline,
            one_of_several: self.one_of_several(&seats[0]),
            threshold: draft.threshold,
            entries: (0..seats.len()).map(|seat| self.entry(draft, seat)).collect(),
            pairs,
            standing: standing(draft, &verdicts),
        }
    }

    fn entry(&self, draft: &Draft<'_>, seat: usize) -> Entry {
        let row = draft.rows[seat];
        let seat = &draft.slot.seats[seat];
        let estimate = self.source(seat).at(row).estimate.as_ref();
        Entry {
            label: seat.label.clone(),
            contestant: seat.contestant,
            source: seat.source,
            row,
            method: self.member(seat).method.clone(),
            method_words: self.member(seat).method_words.clone(),
            matched: seat.matched.clone(),
            median: estimate.map(|estimate| estimate.median),
            interval: estimate.and_then(|estimate| estimate.interval),
        }
    }

    fn verdict(&self, draft: &Draft<'_>, duel: &Duel, level: Option<(f64, f64)>) -> Verdict {
        let (contrast, (p_adjusted, _)) = match (&duel.outcome, level) {
            (Outcome::Blocked { why, .. }, _) => return Verdict::NotComparable(why.clone()),
            (Outcome::Open(_), None) => return Verdict::NotComparable(Why::TooFew),
            (Outcome::Open(contrast), Some(level)) => (contrast, level),
        };
        let estimate = &contrast.estimate;
        let conclusion = stats::conclude(estimate, p_adjusted, draft.threshold);
        let clearly = stats::wholly_beyond(estimate, draft.threshold);
        let sessions = contrast.noise == SessionNoise::Measured;
        let of = if sessions { Replicate::Sessions } else { Replicate::Trials };
        let need = |more: usize, cheap: bool, disturbed: bool| {
            let minutes = self.minutes(draft, duel, more, of);
            Verdict::Inconclusive(Need { more, of, minutes, cheap, disturbed })
        };
        if rests_on_disturbed(contrast, conclusion, draft.threshold) {
            return need(estimate.replicates.0.min(estimate.replicates.1), false, true);
        }
        match conclusion {
            Conclusion::Faster => Verdict::Faster { clearly },
            Conclusion::Slower => Verdict::Slower { clearly },
            Conclusion::Indistinguishable => Verdict::Indistinguishable,
            Conclusion::Inconclusive { more, cheap } => need(more, cheap, false),
        }
    }

    /// How long so many more replicates of both sides take, at the pace of those there are.
    fn minutes(&self, draft: &Draft<'_>, duel: &Duel, more: usize, of: Replicate) -> Option<f64> {
        let sides = [duel.candidate, duel.baseline];
        let each: Option<f64> = sides
            .into_iter()
            .map(|seat| {
                let source = self.source(&draft.slot.seats[seat]);
                match of {
                    Replicate::Trials => pace::trial_ns(source, draft.rows[seat]),
                    Replicate::Sessions => pace::session_ns(source),
                }
            })
            .sum();
        each.map(|ns| ns * more as f64 / 60e9)
    }

    fn pair(
        &self,
        draft: &Draft<'_>,
        duel: &Duel,
        level: Option<(f64, f64)>,
        verdict: &Verdict,
        what: &str,
    ) -> Pair {
        let seats = &draft.slot.seats;
        let (ratio, evidence) = match (&duel.outcome, level) {
            (Outcome::Open(contrast), Some((p_adjusted, q))) => {
                let Contrast { estimate, noise, .. } = contrast;
                let evidence = Evidence { cost: *estimate, p_adjusted, q, noise: *noise };
                (Some(in_metric(evidence, draft.metric.better)), Some(evidence))
            }
            (Outcome::Blocked { ratio, .. }, _) => {
                (ratio.map(|value| Ratio { value, interval: None }), None)
            }
            (Outcome::Open(_), None) => (None, None),
        };
        let about = Subjects {
            what,
            baseline: &seats[duel.baseline].label,
            candidate: &seats[duel.candidate].label,
            metric: draft.metric,
            named: !draft.headline || self.one_of_several(&seats[duel.baseline]),
            threshold: draft.threshold,
        };
        let noise = evidence.map(|evidence| evidence.noise);
        Pair {
            candidate: duel.candidate,
            ratio,
            sentence: sentence(&about, verdict, ratio, noise),
            verdict: verdict.clone(),
            notes: evidence.map_or_else(Vec::new, |evidence| {
                let row = |seat: usize| (self.source(&seats[seat]), draft.rows[seat]);
                let ratio = in_metric(evidence, draft.metric.better).value;
                notes(row(duel.candidate), row(duel.baseline), ratio, draft.threshold)
            }),
            evidence,
        }
    }
}

/// What a sentence is about: `ext4, process.create parent-memory 64 MiB, fork`.
fn about(subject: &str, group: &Group, method: &str) -> String {
    let parts = [group.workload_words.as_str(), method];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let gap = if parts.is_empty() { "" } else { " " };
    let lead = if subject.is_empty() { String::new() } else { format!("{subject}, ") };
    format!("{lead}{}{gap}{}", group.benchmark, parts.join(", "))
}

/// Whether a pair that has no verdict may still show the ratio of its medians.
fn shows_ratio(why: &Why) -> bool {
    matches!(
        why,
        Why::TooFew
            | Why::Barred {
                bar: Bar::Preliminary { .. }
                    | Bar::Dropped { .. }
                    | Bar::LeftOut { .. }
                    | Bar::FailedTrial { .. },
                ..
            }
            | Why::Foreign { .. }
    )
}

/// A conclusion that another one would replace if the disturbed trials were left out. Being less
/// sure of fewer trials is no contradiction; a ratio that falls below the threshold is.
fn rests_on_disturbed(contrast: &Contrast, conclusion: Conclusion, threshold: f64) -> bool {
    let Some(quiet) = &contrast.undisturbed else { return false };
    let without = stats::conclude(quiet, quiet.p, threshold);
    let beyond = libm::log(quiet.ratio).abs() >= libm::log1p(threshold);
    match (conclusion, without) {
        (Conclusion::Inconclusive { .. }, _) => false,
        (Conclusion::Faster | Conclusion::Slower, Conclusion::Inconclusive { .. }) => !beyond,
        (Conclusion::Indistinguishable, Conclusion::Inconclusive { .. }) => beyond,
        (with, without) => with != without,
    }
}

/// The ratio of the metric's values from that of costs.
fn in_metric(evidence: Evidence, better: Better) -> Ratio {
    let cost = evidence.cost;
    if better == Better::More {
        Ratio { value: 1.0 / cost.ratio, interval: Some((1.0 / cost.high, 1.0 / cost.low)) }
    } else {
        Ratio { value: cost.ratio, interval: Some((cost.low, cost.high)) }
    }
}

/// Who is best: only where the best may be compared with everyone who has a usable figure.
fn standing(draft: &Draft<'_>, verdicts: &[Verdict]) -> Option<Standing> {
    let best = draft.best?;
    let mut standing = Standing { best, tied: Vec::new(), behind: Vec::new() };
    for (duel, verdict) in draft.duels.iter().zip(verdicts) {
        let (other, ahead) = if duel.candidate == best {
            (duel.baseline, matches!(verdict, Verdict::Faster { .. }))
        } else if duel.baseline == best {
            (duel.candidate, matches!(verdict, Verdict::Slower { .. }))
        } else {
            continue;
        };
        match verdict {
            Verdict::NotComparable(Why::Barred { .. } | Why::TooFew) => {}
            Verdict::NotComparable(_) => return None,
            _ if ahead => standing.behind.push(other),
            _ => standing.tied.push(other),
        }
    }
    standing.tied.sort_unstable();
    standing.behind.sort_unstable();
    (standing.tied.len() + standing.behind.len() > 0).then_some(standing)
}
