//! What can be chosen about a server under load.

use model::{Named, Parameter, Role, Scale, Unit};

use super::architectures;
use crate::parameters::named;

fn chosen(name: &str, summary: &str, names: Vec<Named>) -> Parameter {
    let scale = Scale::Named(names);
    Parameter { name: name.into(), summary: summary.into(), role: Role::Workload, scale }
}

fn counted(name: &str, summary: &str, role: Role, noun: &str) -> Parameter {
    let scale = Scale::Ordered(Unit::count(noun));
    Parameter { name: name.into(), summary: summary.into(), role, scale }
}

/// All parameters, in the order of a case's values.
pub(super) fn all() -> Vec<Parameter> {
    vec![
        Parameter {
            name: "architecture".into(),
            summary: "How the server is built.".into(),
            role: Role::Method,
            scale: Scale::Named(architectures::named()),
        },
        counted(
            "loops",
            "Event loops, or workers of a pool, that take connections.",
            Role::Method,
            "loop",
        ),
        counted("connections", "Clients at once.", Role::Workload, "connection"),
        chosen(
            "dialog",
            "What happens on a connection before the server closes it.",
            vec![
                named("greet", "the server answers at once"),
                named("hold", "the server answers after a while"),
                named("request", "the client says a line first"),
                named("stay", "answered at once, it stays open until the client is done"),
            ],
        ),
        counted("hold", "How long the answer is held back.", Role::Workload, "ms"),
        chosen(
            "load",
            "When clients begin.",
            vec![
                named("closed", "each when the one before it is done"),
                named("open", "by a plan, whatever the server does"),
            ],
        ),
        counted("rate", "Clients that begin in a second.", Role::Workload, "connection"),
        counted(
            "backlog",
            "Connections that may wait to be accepted.",
            Role::Workload,
            "connection",
        ),
        counted(
            "processors",
            "Processors that the server may run on; none: all.",
            Role::Workload,
            "processor",
        ),
    ]
}
