//! Wine: the calls of Windows on another system.

use super::clues::Clues;
use super::{Confidence, Identity};

pub(super) fn identify(clues: &Clues) -> Option<Identity> {
    let wine = clues.wine.as_ref()?;
    Some(Identity {
        kernel: "wine".to_owned(),
        evidence: vec![format!("ntdll says that it is Wine {}", wine.version)],
        confidence: Confidence::Certain,
        translated: false,
        host: (!wine.host.is_empty()).then(|| wine.host.clone()),
    })
}
