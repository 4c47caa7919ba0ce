//! What watches over programs and slows them.

use crate::parse::field;
use crate::sheet::Sheet;
use crate::{Found, Source};

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    let status = source.text("proc/self/status");
    let told = |name: &str| -> Found<u64> {
        let status = status.as_ref().map_err(Clone::clone)?;
        field(status, &[name])
            .and_then(|value| value.parse().ok())
            .ok_or_else(|| format!("/proc/self/status has no {name}"))
    };
    sheet.state("security.modules", modules(source));
    sheet.state("security.seccomp", told("Seccomp").map(seccomp));
    sheet.state("security.seccomp_filters", told("Seccomp_filters"));
    sheet.state("security.no_new_privileges", told("NoNewPrivs").map(|value| value == 1));
    sheet.state("security.traced", told("TracerPid").map(|tracer| tracer != 0));
    sheet.state(
        "security.address_randomization",
        source.number("proc/sys/kernel/randomize_va_space"),
    );
    sheet.state("security.ptrace_scope", ptrace_scope(source));
    sheet.state("security.lockdown", lockdown(source));
    sheet.state("security.selinux", selinux(source));
    sheet.state("security.apparmor_profile", apparmor(source));
    sheet.state("security.audit_rules", audit_rules(source));
}

fn modules(source: &Source) -> Found<Vec<String>> {
    if let Ok(list) = source.text("sys/kernel/security/lsm") {
        return Ok(list.split(',').map(str::to_owned).collect());
    }
    // Where that file system is not mounted, a young kernel can be asked itself.
    source
        .calls()
        .security_modules()
        .map_err(|reason| format!("no /sys/kernel/security/lsm; {reason}"))
}

fn seccomp(mode: u64) -> String {
    match mode {
        0 => "off".to_owned(),
        1 => "strict".to_owned(),
        2 => "filter".to_owned(),
        other => format!("mode {other}"),
    }
}

fn ptrace_scope(source: &Source) -> Found<String> {
    match source.number("proc/sys/kernel/yama/ptrace_scope") {
        Ok(scope) => Ok(scope.to_string()),
        Err(_) if source.has("proc/sys/kernel") => Ok("none: no Yama".to_owned()),
        Err(reason) => Err(reason),
    }
}

fn lockdown(source: &Source) -> Found<String> {
    source.choice("sys/kernel/security/lockdown")
}

fn selinux(source: &Source) -> Found<String> {
    if !source.has("sys/fs/selinux/enforce") && source.has("sys/fs") {
        return Ok("off".to_owned());
    }
    let enforcing = source.switch("sys/fs/selinux/enforce")?;
    Ok(if enforcing { "enforcing" } else { "permissive" }.to_owned())
}

fn apparmor(source: &Source) -> Found<String> {
    if !source.has("sys/module/apparmor") && source.has("sys/module") {
        return Ok("off".to_owned());
    }
    // The profile's own name may be one of somebody's programs: only its mode is told.
    let profile = source
        .text("proc/self/attr/apparmor/current")
        .or_else(|_| source.text("proc/self/attr/current"))?;
    Ok(match profile.rsplit_once(" (") {
        _ if profile == "unconfined" => profile,
        Some((_, mode)) => mode.trim_end_matches(')').to_owned(),
        None => "confined".to_owned(),
    })
}

/// How many rules of the audit system make system calls slower, as far as its files are readable.
fn audit_rules(source: &Source) -> Found<u64> {
    let folder = "etc/audit/rules.d";
    if !source.has("etc/audit") && source.has("etc") {
        return Ok(0);
    }
    let mut files: Vec<String> =
        source.names(folder).into_iter().map(|name| format!("{folder}/{name}")).collect();
    if files.is_empty() {
        files.push("etc/audit/audit.rules".to_owned());
    }
    let mut count = 0;
    for file in files.iter().filter(|file| is_rules(file)) {
        // A folder that nobody but administrators may see cannot be told from an empty one, so
        // the first file that refuses ends the search.
        let text = source.bytes(file)?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let rules = text.lines().map(str::trim).filter(|line| {
            line.starts_with("-a ") || line.starts_with("-A ") || line.starts_with("-w ")
        });
        count += rules.count() as u64;
    }
    Ok(count)
}

fn is_rules(file: &str) -> bool {
    std::path::Path::new(file).extension().is_some_and(|extension| extension == "rules")
}
