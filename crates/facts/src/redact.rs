//! What would tell who or where somebody is stays out.

/// What stands for a value that is not recorded.
const HIDDEN: &str = "(not recorded)";

/// Options whose values name hosts, users, secrets or paths.
const PRIVATE: &[&str] = &[
    "addr",
    "clientaddr",
    "cred",
    "credentials",
    "domain",
    "fsname",
    "ip",
    "key",
    "localaddr",
    "logdev",
    "lowerdir",
    "mon_addr",
    "mountaddr",
    "name",
    "pass",
    "password",
    "prefixpath",
    "rtdev",
    "secret",
    "servername",
    "source",
    "subvol",
    "unc",
    "upperdir",
    "user",
    "username",
    "uuid",
    "workdir",
];

/// An option without a value that could tell anything: `addr=10.0.0.1` becomes
/// `addr=(not recorded)`, `rsize=1048576` stays.
pub(crate) fn option(option: &str) -> String {
    let Some((name, value)) = option.split_once('=') else {
        return if harmless(option) { option.to_owned() } else { HIDDEN.to_owned() };
    };
    if !PRIVATE.contains(&name) && harmless(value) && harmless(name) {
        option.to_owned()
    } else if harmless(name) {
        format!("{name}={HIDDEN}")
    } else {
        HIDDEN.to_owned()
    }
}

/// Whether a word can be no path, address, identifier or sentence.
fn harmless(word: &str) -> bool {
    let letters = |letter: char| letter.is_ascii_alphanumeric() || "_.:,%+-".contains(letter);
    word.len() <= 64 && word.chars().all(letters) && !address(word) && !identifier(word)
}

/// Whether a word has the shape of an address of a network or of its hardware.
fn address(word: &str) -> bool {
    let bare = word.trim_matches(['[', ']']);
    let groups: Vec<&str> = bare.split(':').collect();
    bare.parse::<std::net::IpAddr>().is_ok()
        || bare.split(['/', ',', '%']).any(|part| part.parse::<std::net::IpAddr>().is_ok())
        || (groups.len() >= 3 && groups.iter().all(|group| hexadecimal(group) && group.len() <= 4))
        || groups[0].parse::<std::net::Ipv4Addr>().is_ok()
}

/// Whether a word has the shape of a number that was given out once: a UUID, a digest.
fn identifier(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_hexdigit).count();
    let rest = word.chars().filter(|letter| !letter.is_ascii_hexdigit() && *letter != '-').count();
    digits >= 16 && rest == 0 && !word.chars().all(|letter| letter.is_ascii_digit())
}

fn hexadecimal(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| letter.is_ascii_hexdigit())
}

/// A kernel's account of itself without who built it and where: `root@builder:/usr/obj/…`.
pub(crate) fn without_builder(version: &str) -> String {
    let words = version.split_whitespace().filter(|word| {
        let builder = word.split_once('@').is_some_and(|(user, host)| {
            !user.trim_start_matches('(').is_empty() && !host.is_empty()
        });
        !builder && !word.starts_with('/')
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The name of a file without the folders it is in.
pub(crate) fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_keep_only_what_tells_nothing() {
        for kept in [
            "rw",
            "relatime",
            "rsize=1048576",
            "vers=4.2",
            "data=ordered",
            "commit=5",
            "nr_inodes=3083615",
            "isolcpus=2-3",
            "resuid=65534",
            "mitigations=auto,nosmt",
        ] {
            assert_eq!(option(kept), kept);
        }
        for (private, told) in [
            ("addr=10.1.2.3", "addr=(not recorded)"),
            ("other=10.1.2.3", "other=(not recorded)"),
            ("other=10.1.2.3:2049", "other=(not recorded)"),
            ("other=fe80::1", "other=(not recorded)"),
            ("other=52:54:00:12:34:56", "other=(not recorded)"),
            ("lowerdir=/var/lib/x:/y", "lowerdir=(not recorded)"),
            ("root=/dev/mapper/host-root", "root=(not recorded)"),
            ("id=0f5b6c1e-7d1c-4c8a-9f52-d6c1d6b1a2c3", "id=(not recorded)"),
            ("username=ann", "username=(not recorded)"),
            ("/secret/path", "(not recorded)"),
        ] {
            assert_eq!(option(private), told);
        }
    }

    #[test]
    fn builders_are_left_out() {
        let told = without_builder(
            "FreeBSD 14.0-RELEASE #0 n265380 root@builder.example.org:/usr/obj/usr/src GENERIC",
        );
        assert_eq!(told, "FreeBSD 14.0-RELEASE #0 n265380 GENERIC");
        assert_eq!(without_builder("#1 SMP PREEMPT_DYNAMIC @0"), "#1 SMP PREEMPT_DYNAMIC @0");
    }
}
