//! Control groups: what bounds this process together with others.

use super::mounts::{Mount, mounts};
use crate::{Found, Source};

/// The folders of this process's control groups, from its own up to the highest it can see.
pub(crate) struct Cgroups {
    groups: Vec<Group>,
}

/// One hierarchy, and this process's place in it.
struct Group {
    /// Controllers; empty for the unified hierarchy, which has them all.
    controllers: Vec<String>,
    /// Where the hierarchy is mounted.
    mount: String,
    /// Where in it this process is, without the slash at the start.
    path: String,
}

impl Cgroups {
    /// Finds them.
    pub(crate) fn read(source: &Source) -> Found<Self> {
        let own = source.text("proc/self/cgroup")?;
        let mounts = mounts(source)?;
        let groups: Vec<Group> =
            own.lines().filter_map(|line| Group::find(line, &mounts)).collect();
        if groups.is_empty() {
            return Err("no control groups are mounted".to_owned());
        }
        Ok(Self { groups })
    }

    /// The smallest bound on processes and threads.
    pub(crate) fn processes(&self, source: &Source) -> Option<u64> {
        self.smallest(source, &["pids.max"], "pids", |text| text.parse().ok())
    }

    /// The smallest bound on memory.
    pub(crate) fn memory_bytes(&self, source: &Source) -> Option<u64> {
        // Version 1 writes an absurdly large number for no bound.
        const NO_BOUND: u64 = 1 << 60;

        let files = ["memory.max", "memory.limit_in_bytes"];
        self.smallest(source, &files, "memory", |text| {
            text.parse().ok().filter(|bound| *bound < NO_BOUND)
        })
    }

    /// The smallest bound on processor time, in thousandths of a processor.
    pub(crate) fn cpu_milli(&self, source: &Source) -> Option<u64> {
        let unified = self.smallest(source, &["cpu.max"], "cpu", |text| {
            let (quota, period) = text.split_once(' ')?;
            share_milli(quota, period)
        });
        let quota = |folder: &str| {
            let quota = source.text(&format!("{folder}/cpu.cfs_quota_us")).ok()?;
            let period = source.text(&format!("{folder}/cpu.cfs_period_us")).ok()?;
            share_milli(&quota, &period)
        };
        let old = self.folders("cpu").iter().filter_map(|folder| quota(folder)).min();
        unified.into_iter().chain(old).min()
    }

    fn smallest(
        &self,
        source: &Source,
        files: &[&str],
        controller: &str,
        read: impl Fn(&str) -> Option<u64>,
    ) -> Option<u64> {
        let folders = self.folders(controller);
        let paths = folders
            .iter()
            .flat_map(|folder| files.iter().map(move |file| format!("{folder}/{file}")));
        paths.filter_map(|path| source.text(&path).ok()).filter_map(|text| read(&text)).min()
    }

    /// Every folder whose bounds hold for this process.
    fn folders(&self, controller: &str) -> Vec<String> {
        let concerned = self.groups.iter().filter(|group| {
            group.controllers.is_empty() || group.controllers.iter().any(|name| name == controller)
        });
        concerned.flat_map(Group::folders).collect()
    }
}

fn share_milli(quota: &str, period: &str) -> Option<u64> {
    let quota: u64 = quota.trim().parse().ok()?;
    let period: u64 = period.trim().parse().ok().filter(|period| *period > 0)?;
    quota.checked_mul(1_000).map(|quota| quota / period)
}

impl Group {
    /// From a line `4:memory:/path` or `0::/path`.
    fn find(line: &str, mounts: &[Mount]) -> Option<Self> {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let controllers: Vec<String> =
            controllers.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let mount = mounts.iter().find(|mount| match controllers.first() {
            None => mount.kind == "cgroup2",
            Some(first) => {
                mount.kind == "cgroup" && mount.super_options.iter().any(|option| option == first)
            }
        })?;
        // In a container the mount shows a part of the hierarchy only.
        let seen = path.strip_prefix(mount.root.trim_end_matches('/')).unwrap_or_default();
        let path = seen.trim_matches('/').to_owned();
        Some(Self { controllers, mount: mount.point.clone(), path })
    }

    fn folders(&self) -> Vec<String> {
        let mut folders = vec![self.mount.clone()];
        let mut folder = self.mount.clone();
        for part in self.path.split('/').filter(|part| !part.is_empty() && *part != "..") {
            folder = format!("{folder}/{part}");
            folders.push(folder.clone());
        }
        folders
    }
}
