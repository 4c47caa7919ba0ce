//! Descendants on Linux: found through `/proc`, kept within reach by adopting orphans.

use super::{Child, Ended, kill, poll, wait};

pub(super) fn adopt_orphans() {
    // SAFETY: sets a flag of this process. A refusal leaves orphans to init, as elsewhere.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) };
}

pub(super) fn die_with_parent(parent: i32) -> bool {
    // SAFETY: sets a flag of this process.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    // The parent may have died before the flag was set.
    // SAFETY: the call takes no argument and cannot fail.
    unsafe { libc::getppid() == parent }
}

pub(super) fn kill_descendants(spare: Option<Child>) -> usize {
    let mut killed = 0;
    if !has_children() {
        return killed;
    }
    loop {
        let children: Vec<i32> =
            children().into_iter().filter(|&pid| Some(Child(pid)) != spare).collect();
        if children.is_empty() {
            return killed;
        }
        for &pid in &children {
            if matches!(poll(Child(pid)), Ok(None)) {
                kill(pid);
                killed += 1;
                let _: Result<Ended, _> = wait(Child(pid));
            }
        }
    }
}

/// Whether there is any child at all, zombies too: cheaper than looking through `/proc`.
fn has_children() -> bool {
    let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    let mut answer = std::mem::MaybeUninit::<libc::siginfo_t>::uninit();
    // SAFETY: `answer` is a valid place; nothing is reaped.
    unsafe { libc::waitid(libc::P_ALL, 0, answer.as_mut_ptr(), options) == 0 }
}

pub(super) fn family_of(pid: i32) -> Vec<i32> {
    let all: Vec<(i32, i32)> = std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(|one| Some((one, parent_of(one)?)))
        .collect();
    let mut family = vec![pid];
    let mut seen = 0;
    while let Some(&parent) = family.get(seen) {
        family.extend(all.iter().filter(|(_, of)| *of == parent).map(|(child, _)| *child));
        seen += 1;
    }
    family
}

/// Children of any thread of this process, zombies too.
fn children() -> Vec<i32> {
    let own = super::id();
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|&pid| parent_of(pid) == Some(own))
        .collect()
}

/// The fourth field of `/proc/PID/stat`, counted from behind the name, which may hold anything.
fn parent_of(pid: i32) -> Option<i32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}
