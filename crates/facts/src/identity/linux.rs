//! Kernels that are what they call themselves.

use super::clues::Clues;
use super::{Confidence, Identity};

/// A kernel that bears no other's mark.
pub(super) fn identify(clues: &Clues) -> Identity {
    let mut identity = Identity {
        kernel: clues.names.system.to_lowercase(),
        evidence: vec![format!("it calls itself {}", clues.names.system)],
        confidence: Confidence::Likely,
        translated: false,
        host: None,
    };
    if identity.kernel.is_empty() {
        return Identity {
            kernel: "unknown".to_owned(),
            evidence: Vec::new(),
            confidence: Confidence::Guess,
            ..identity
        };
    }
    identity.evidence.push("it bears the mark of no other kernel".to_owned());
    if identity.kernel == "linux" {
        weigh_calls(clues, &mut identity);
    }
    identity
}

/// A kernel that bears one weak mark of another.
pub(super) fn with_doubt(clues: &Clues, guess: &Identity) -> Identity {
    let mut identity = identify(clues);
    identity.confidence = Confidence::Guess;
    identity.evidence.retain(|line| !line.contains("the mark of no other"));
    identity
        .evidence
        .extend(guess.evidence.iter().map(|mark| format!("it may be {}: {mark}", guess.kernel)));
    identity
}

/// A kernel that has every call of its release is hardly played by another.
fn weigh_calls(clues: &Clues, identity: &mut Identity) {
    let missing = clues.missing_calls();
    if !missing.is_empty() {
        identity.confidence = Confidence::Guess;
        identity
            .evidence
            .push(format!("calls that its release has are missing: {}", missing.join(" ")));
    } else if !clues.calls.is_empty() && clues.vdso == Some(true) {
        identity.confidence = Confidence::Certain;
        identity.evidence.push("it has every call of its release that was asked for".to_owned());
    }
}
