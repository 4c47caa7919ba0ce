//! fio's JSON: for each job and direction what it moved, how fast, and how long each access took.

use std::collections::BTreeMap;

use model::{Better, FactKind, Metric, Parameter, Role, Scale, Unit, Uses, Value};

use crate::json::{At, malformed};
use crate::sheet::{Figures, Row, Sheet, definition, grouped, text_fact};
use crate::{ImportError, infer, metric, text};

/// Parameters: our name, fio's option, what fio takes without it, role.
const PARAMETERS: [(&str, &str, &str, Role); 8] = [
    ("pattern", "rw", "read", Role::Workload),
    ("block-size", "bs", "4k", Role::Workload),
    ("file-size", "size", "none", Role::Workload),
    ("job", "", "", Role::Method),
    ("engine", "ioengine", "psync", Role::Method),
    ("queue-depth", "iodepth", "1", Role::Method),
    ("jobs", "numjobs", "1", Role::Method),
    ("direct", "direct", "0", Role::Method),
];

/// Options after which a write is safer and slower: what has them is not ranked with what has not.
const SYNC: [&str; 6] =
    ["sync", "fsync", "fdatasync", "end_fsync", "fsync_on_close", "sync_file_range"];

/// Percentiles: fio's key and our metric.
const PERCENTILES: [(&str, &str); 5] = [
    ("50.000000", "completion_ns_p50"),
    ("90.000000", "completion_ns_p90"),
    ("99.000000", "completion_ns_p99"),
    ("99.900000", "completion_ns_p99_9"),
    ("99.990000", "completion_ns_p99_99"),
];

/// Reads a document, with or without fio's warnings around it.
pub(crate) fn read(bytes: &[u8]) -> Result<Sheet, ImportError> {
    let all = text::whole(bytes)?;
    let document = document(all)?;
    let top = At::top(&document);
    let mut sheet = Sheet {
        tool: "fio".to_owned(),
        limits: "one run of a job is one trial, so that nothing is known of the noise between \
                 runs, and its files and caches were not checked"
            .to_owned(),
        ..Sheet::default()
    };
    if let Some(ms) = top.get("timestamp_ms") {
        sheet.time_unix_ms = ms.count()?;
    } else if let Some(seconds) = top.get("timestamp") {
        sheet.time_unix_ms = seconds.count()?.saturating_mul(1_000);
    }
    if let Some(version) = top.get("fio version") {
        sheet.facts.push(text_fact("build.fio", FactKind::Build, version.text()?));
    }
    let global = options(top.get("global options"))?;
    let mut jobs = Vec::new();
    for at in top.need("jobs")?.items()? {
        jobs.push(Job::read(at, &global)?);
    }
    for direction in ["read", "write", "trim"] {
        add_direction(&mut sheet, direction, &jobs)?;
    }
    Ok(sheet)
}

/// The document among other lines: from the first line that starts with a brace to its end.
fn document(all: &str) -> Result<serde_json::Value, ImportError> {
    let mut start = 0;
    for line in all.split_inclusive('\n') {
        if line.trim_start().starts_with('{') {
            break;
        }
        start += line.len();
    }
    let mut documents = serde_json::Deserializer::from_str(&all[start..]).into_iter();
    match documents.next() {
        Some(Ok(document)) => Ok(document),
        Some(Err(error)) => {
            let before = all[..start].lines().count();
            let mut error = malformed(&all[start..], &error);
            if let crate::Place::Line { line, .. } = &mut error.place {
                *line += before;
            }
            Err(error)
        }
        None => Err(ImportError::whole("no JSON in it", "run fio with --output-format=json")),
    }
}

fn options(at: Option<At<'_>>) -> Result<BTreeMap<String, String>, ImportError> {
    let Some(at) = at else { return Ok(BTreeMap::new()) };
    let members = at.members()?.into_iter();
    // An option without a value is a switch.
    let text = |at: &At<'_>| at.value.as_str().unwrap_or_default().to_owned();
    Ok(members.map(|(name, at)| (name.to_owned(), text(&at))).collect())
}

struct Job<'a> {
    at: At<'a>,
    name: String,
    group: u64,
    options: BTreeMap<String, String>,
    error: u64,
}

impl<'a> Job<'a> {
    fn read(at: At<'a>, global: &BTreeMap<String, String>) -> Result<Self, ImportError> {
        let mut all = global.clone();
        all.extend(options(at.get("job options"))?);
        Ok(Self {
            name: at.need("jobname")?.text()?.to_owned(),
            group: at.get("groupid").map_or(Ok(0), |it| it.count())?,
            error: at.get("error").map_or(Ok(0), |it| it.count())?,
            options: all,
            at,
        })
    }

    fn values(&self) -> BTreeMap<String, Value> {
        let value = |(name, option, default, _): &(&str, &str, &str, Role)| {
            let set = self.options.get(*option);
            // The newer spelling of two options.
            let set = set.or_else(|| match *option {
                "rw" => self.options.get("readwrite"),
                "bs" => self.options.get("blocksize"),
                _ => None,
            });
            let text = set.map_or(*default, String::as_str);
            match *name {
                "job" => Value::name(&self.name),
                "block-size" | "file-size" => {
                    bytes(text).map_or_else(|| Value::name(text), Value::Integer)
                }
                "queue-depth" | "jobs" => {
                    text.parse().map_or_else(|_| Value::name(text), Value::Integer)
                }
                "direct" => Value::name(if text == "0" { "no" } else { "yes" }),
                _ => Value::name(text),
            }
        };
        PARAMETERS.iter().map(|each| (each.0.to_owned(), value(each))).collect()
    }
}

/// A size with a binary suffix.
fn bytes(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..end].parse().ok()?;
    let shift = match text[end..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "ki" | "kib" => 10,
        "m" | "mb" | "mi" | "mib" => 20,
        "g" | "gb" | "gi" | "gib" => 30,
        "t" | "tb" | "ti" | "tib" => 40,
        _ => return None,
    };
    number.checked_mul(1 << shift)
}

fn add_direction(sheet: &mut Sheet, direction: &str, jobs: &[Job<'_>]) -> Result<(), ImportError> {
    let mut members = Vec::new();
    for job in jobs {
        let Some(at) = job.at.get(direction) else { continue };
        let moved = at.get("total_ios").map_or(Ok(0), |it| it.count())?;
        if moved > 0 || job.error != 0 {
            members.push((job, at));
        }
    }
    // A job that failed before it moved anything belongs to every direction, and to none.
    let works = |(_, at): &(&Job<'_>, At<'_>)| at.get("total_ios").is_some_and(|it| it.value != 0);
    let names_it = |(job, _): &(&Job<'_>, At<'_>)| {
        let pattern = job.options.get("rw").map_or("read", String::as_str);
        pattern.contains(direction) || pattern.ends_with("rw") || pattern == "readwrite"
    };
    members.retain(|member| works(member) || names_it(member));
    if members.is_empty() {
        return Ok(());
    }
    let index = sheet.definitions.len();
    let parameters = parameters(&members);
    let summary = format!("Access files: the part that is {direction}.");
    let id = format!("fio.{direction}");
    let metrics = metrics();
    sheet.definitions.push(definition(&id, &summary, "fio", Uses::Directory, metrics, parameters));
    for (values, own) in grouped(members, |(job, _)| job.values()) {
        let mut row = Row { definition: index, values, ..Row::default() };
        let options: Vec<String> =
            own[0].0.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        row.notes.insert("options".to_owned(), options.join(" "));
        for (_, clones) in grouped(own, |(job, _)| job.group) {
            if clones.len() > 1 {
                row.notes.insert("clones".to_owned(), clones.len().to_string());
            }
            row.trials.push(trial(direction, &clones)?);
        }
        sheet.rows.push(row);
    }
    Ok(())
}

fn parameters(members: &[(&Job<'_>, At<'_>)]) -> Vec<Parameter> {
    let listed = |name: &str| {
        let names = members.iter().filter_map(|(job, _)| match job.values().remove(name)? {
            Value::Name(name) => Some(name),
            Value::Integer(_) => None,
        });
        let names = grouped(names, String::clone);
        Scale::Named(names.iter().map(|(name, _)| infer::named(name)).collect())
    };
    let parameter = |(name, option, _, role): &(&str, &str, &str, Role)| Parameter {
        name: (*name).to_owned(),
        summary: match *option {
            "" => "The job's name.".to_owned(),
            option => format!("fio's option {option}."),
        },
        role: *role,
        scale: match *name {
            "block-size" | "file-size" => Scale::Ordered(Unit::Bytes),
            "queue-depth" => Scale::Ordered(Unit::count("access")),
            "jobs" => Scale::Ordered(Unit::count("job")),
            _ => listed(name),
        },
    };
    PARAMETERS.iter().map(parameter).collect()
}

fn metrics() -> Vec<Metric> {
    let mut metrics = vec![
        metric::rate("bandwidth_bytes_per_s", "Data in a second.", Unit::Bytes),
        metric::rate("accesses_per_s", "Accesses in a second.", Unit::count("access")),
        metric::time("latency_ns_mean", "From issue to completion, the mean.", "access"),
    ];
    for (_, name) in PERCENTILES {
        let summary = "From submission to completion, a percentile.";
        metrics.push(metric::time(name, summary, "access"));
    }
    metrics.push(metric::metric(
        "latency_ns_deviation",
        "Standard deviation between accesses, not between runs.",
        Unit::Nanoseconds,
        Unit::count("access"),
        Better::Diagnostic,
    ));
    metrics
}

/// One run: a job, or its clones that ran at once.
fn trial(direction: &str, clones: &[(&Job<'_>, At<'_>)]) -> Result<Figures, ImportError> {
    let mut conditions = BTreeMap::new();
    if direction != "read" {
        let set = &clones[0].0.options;
        let on = |name: &&str| set.get(*name).is_some_and(|value| value != "0" && value != "none");
        let sync: Vec<String> = SYNC
            .iter()
            .filter(|name| on(name))
            .map(|name| format!("{name}={}", set[*name]))
            .collect();
        let sync = if sync.is_empty() { Value::none() } else { Value::name(&sync.join(" ")) };
        conditions.insert("sync".to_owned(), sync);
    }
    if let Some((job, _)) = clones.iter().find(|(job, _)| job.error != 0) {
        let failed = Some(format!("fio's error {}", job.error));
        return Ok(Figures { conditions, failed, ..Figures::default() });
    }
    let (mut bandwidth, mut rate, mut accesses, mut latency) = (0.0, 0.0, 0.0, Some(0.0));
    for (_, at) in clones {
        bandwidth += match at.get("bw_bytes") {
            Some(bytes) => bytes.positive()?,
            None => at.need("bw")?.positive()? * 1024.0,
        };
        rate += at.need("iops")?.positive()?;
        let count = at.need("total_ios")?.figure()?;
        accesses += count;
        latency = match mean_latency(at)? {
            Some(mean) => latency.map(|sum: f64| sum + mean * count),
            None => None,
        };
    }
    let mut metrics = vec![(0, bandwidth), (1, rate)];
    if let Some(sum) = latency.filter(|sum| accesses > 0.0 && *sum > 0.0) {
        metrics.push((2, sum / accesses));
    }
    // Percentiles of clones cannot be put together.
    if let [(_, at)] = clones {
        let completion = at.get("clat_ns");
        if let Some(percentiles) = completion.as_ref().and_then(|it| it.get("percentile")) {
            for (place, (key, _)) in PERCENTILES.iter().enumerate() {
                if let Some(value) = percentiles.get(key) {
                    metrics.push((3 + place, value.figure()?));
                }
            }
        }
        if let Some(deviation) = at.get("lat_ns").and_then(|it| it.get("stddev")) {
            metrics.push((3 + PERCENTILES.len(), deviation.figure()?));
        }
    }
    Ok(Figures { metrics, conditions, failed: None })
}

/// Nanoseconds from issue to completion; versions before 3 write microseconds.
fn mean_latency(at: &At<'_>) -> Result<Option<f64>, ImportError> {
    for (key, unit) in [("lat_ns", 1.0), ("lat", 1e3)] {
        if let Some(mean) = at.get(key).and_then(|it| it.get("mean")) {
            return Ok(Some(mean.figure()? * unit));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_binary() {
        assert_eq!(bytes("4k"), Some(4096));
        assert_eq!(bytes("1GiB"), Some(1 << 30));
        assert_eq!(bytes("512"), Some(512));
        for other in ["", "k", "1k-4k", "50%", "99999999999t"] {
            assert_eq!(bytes(other), None, "{other}");
        }
    }
}
