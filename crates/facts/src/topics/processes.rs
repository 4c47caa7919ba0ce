//! Programs running beside that move figures. Only those listed here are ever named.

use std::collections::BTreeSet;

use crate::sheet::Sheet;
use crate::{Found, Source};

/// Programs that look at every file opened or program started.
const SECURITY_AGENTS: &[&str] = &[
    "auditbeat",
    "avguard",
    "bdsecd",
    "BESClient",
    "cbagentd",
    "cbdaemon",
    "clamd",
    "clamonacc",
    "ds_agent",
    "ds_am",
    "eaa",
    "eea",
    "elastic-agent",
    "elastic-endpoin",
    "epag",
    "esets_daemon",
    "falco",
    "falcon-sensor",
    "falcon-sensor-b",
    "fapolicyd",
    "fsavd",
    "fsma2",
    "kesl",
    "klnagent",
    "masvc",
    "mdatp",
    "mfeespd",
    "mfetpd",
    "osqueryd",
    "rtvscand",
    "s1-agent",
    "s1-network",
    "s1-scanner",
    "savd",
    "sentinelone-age",
    "soapd",
    "sophos_threat_d",
    "symcfgd",
    "sysmon",
    "taniumclient",
    "tetragon",
    "tmxbc",
    "tracee",
    "wazuh-agentd",
    "wazuh-syscheckd",
    "wdavdaemon",
    "xagt",
];

/// Programs that read files by themselves, now or soon.
const INDEXERS: &[&str] = &[
    "baloo_file",
    "baloo_file_extr",
    "localsearch-3",
    "locate",
    "mds",
    "mlocate",
    "plocate",
    "plocate-build",
    "recollindex",
    "tracker-extract",
    "tracker-miner-f",
    "tracker-store",
    "updatedb",
    "updatedb.mlocat",
    "updatedb.plocat",
];

/// Programs that install, scrub or back up, and that run only while they do.
const MAINTENANCE: &[&str] = &[
    "apt",
    "apt-get",
    "apt.systemd.dai",
    "borg",
    "btrfs",
    "dnf",
    "dnf-automatic",
    "dpkg",
    "e2scrub",
    "fsck",
    "fstrim",
    "makepkg",
    "pacman",
    "restic",
    "rpm",
    "rsync",
    "xfs_scrub",
    "yum",
    "zypper",
];

/// Programs that keep the clock.
const CLOCK_DAEMONS: &[&str] = &[
    "chronyd",
    "ntpd",
    "ntpdate",
    "openntpd",
    "phc2sys",
    "ptp4l",
    "systemd-timesyn",
    "VBoxService",
];

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    let running = running(source);
    let among = |known: &[&str]| -> Found<Vec<String>> {
        let running = running.as_ref().map_err(Clone::clone)?;
        Ok(known
            .iter()
            .filter(|name| running.contains(**name))
            .map(|name| (*name).into())
            .collect())
    };
    sheet.state("processes.security_agents", among(SECURITY_AGENTS));
    sheet.state("processes.audit_daemon", among(&["auditd"]).map(|found| !found.is_empty()));
    sheet.state("processes.indexers", among(INDEXERS));
    sheet.state("processes.maintenance", among(MAINTENANCE));
    sheet.state("processes.clock_daemons", among(CLOCK_DAEMONS));
    sheet.state("processes.count", numbers(source).map(|all| all.len() as u64));
    sheet.state("processes.file_watchers", file_watchers(source));
}

fn numbers(source: &Source) -> Found<Vec<String>> {
    let names = source.names("proc").into_iter();
    let numbers: Vec<String> = names.filter(|name| name.parse::<u32>().is_ok()).collect();
    if numbers.is_empty() { Err("/proc shows no processes".to_owned()) } else { Ok(numbers) }
}

fn running(source: &Source) -> Found<BTreeSet<String>> {
    let name = |number: &String| source.text(&format!("proc/{number}/comm")).ok();
    Ok(numbers(source)?.iter().filter_map(name).collect())
}

/// How many processes watch the files of others by fanotify. Administrators only see all.
fn file_watchers(source: &Source) -> Found<u64> {
    if !source.calls().privileged()? {
        return Err("only administrators see the descriptors of others".to_owned());
    }
    let watches = |number: &&String| {
        let folder = format!("proc/{number}/fd");
        source.names(&folder).iter().any(|descriptor| {
            source.link(&format!("{folder}/{descriptor}")).as_deref() == Ok("anon_inode:[fanotify]")
        })
    };
    Ok(numbers(source)?.iter().filter(watches).count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_long_as_the_kernel_keeps_them() {
        for names in [SECURITY_AGENTS, INDEXERS, MAINTENANCE, CLOCK_DAEMONS] {
            assert!(names.iter().all(|name| name.len() <= 15), "{names:?}");
            assert!(names.is_sorted_by_key(|name| name.to_lowercase()), "{names:?}");
        }
    }
}
