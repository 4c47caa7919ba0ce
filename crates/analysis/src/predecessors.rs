//! What each trial ran after.

use std::collections::{BTreeMap, BTreeSet};

use model::{Case, RunRecord, Session, Trial, Value};

/// What each trial of a session ran after, seen in one way.
pub(crate) struct View {
    /// By session and trial; `None` where there is nothing to say.
    before: Vec<Vec<Option<usize>>>,
    names: Vec<String>,
}

impl View {
    pub(crate) fn before(&self, session: usize, trial: usize) -> Option<usize> {
        self.before[session][trial]
    }

    pub(crate) fn name(&self, predecessor: usize) -> &str {
        &self.names[predecessor]
    }

    /// A view by what a function says of a predecessor and its successor.
    fn by(record: &RunRecord, what: impl Fn(usize, usize) -> Option<String>) -> Self {
        let mut names: Vec<String> = Vec::new();
        let mut numbers: BTreeMap<(usize, usize), Option<usize>> = BTreeMap::new();
        let mut number = |before: usize, case: usize| {
            *numbers.entry((before, case)).or_insert_with(|| {
                let name = what(before, case)?;
                Some(names.iter().position(|known| *known == name).unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                }))
            })
        };
        let case = |session: &Session, trial: &Trial| {
            session.cells.get(trial.cell as usize).map(|cell| cell.case as usize)
        };
        let before = record
            .sessions
            .iter()
            .map(|session| {
                let mut last = None;
                let each = session.trials.iter().map(|trial| {
                    let own = case(session, trial);
                    let found = last.zip(own).and_then(|(before, own)| number(before, own));
                    last = own;
                    found
                });
                each.collect()
            })
            .collect();
        Self { before, names }
    }
}

/// All ways to see what trials ran after: by benchmark, and within a group by the value of each
/// method parameter, since a group of many members has too few trials after each single one.
pub(crate) fn views(record: &RunRecord) -> Vec<View> {
    let case = |index: usize| record.cases.get(index);
    let benchmark = |before: usize, _| case(before).map(|one| one.benchmark.to_string());
    let mut views = vec![View::by(record, benchmark)];
    let groups: Vec<Option<(&Case, BTreeMap<String, Value>)>> = record
        .cases
        .iter()
        .map(|case| record.definition(case).map(|known| (case, case.workload(known))))
        .collect();
    let methods: BTreeSet<&str> = record
        .definitions
        .iter()
        .flat_map(|known| &known.parameters)
        .filter(|parameter| parameter.role == model::Role::Method)
        .map(|parameter| parameter.name.as_str())
        .collect();
    for method in methods {
        views.push(View::by(record, |before, own| {
            let ((one, workload), (other, same)) =
                (groups.get(before)?.as_ref()?, groups.get(own)?.as_ref()?);
            let alike = one.benchmark == other.benchmark
                && one.revision == other.revision
                && workload == same;
            let value = one.values.get(method).filter(|_| alike)?;
            let scale = &record.definition(one)?.parameter(method)?.scale;
            Some(format!("{method}={}", value.display(scale)))
        }));
    }
    views
}
