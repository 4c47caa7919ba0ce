//! The text of every format, for a fixed record.

use analysis::summarize;

use super::record::record;
use crate::export::{ExportError, Format};

fn text(format: Format) -> String {
    let record = record();
    let export = format.render(&record, &summarize(&record)).expect("an export");
    String::from_utf8(export.content).expect("text")
}

/// The first lines, since most repeat.
fn start(format: Format, lines: usize) -> String {
    text(format).lines().take(lines).collect::<Vec<_>>().join("\n")
}

#[test]
fn names_read_back() {
    for format in Format::all() {
        assert_eq!(Format::parse(format.name()), Some(format));
        assert!(!format.extension().contains('.') && !format.summary().ends_with('.'));
    }
    assert_eq!(Format::parse("xml"), None);
}

#[test]
fn what_has_no_place_is_told() {
    let record = record();
    let summary = summarize(&record);
    let remarks = |format: Format| format.render(&record, &summary).expect("an export").remarks;
    assert_eq!(
        remarks(Format::Hyperfine),
        [
            "2 rows left out: no figures",
            "2 rows left out: a trial failed, or the figure is marked as not to be used",
            "2 rows left out: the format holds times only"
        ]
    );
    assert!(remarks(Format::Gbench)[3].starts_with("cpu_time repeats real_time"));
    assert_eq!(remarks(Format::Csv), [""; 0]);
}

#[test]
fn parquet_is_there_or_says_how() {
    let record = record();
    let found = Format::Parquet.render(&record, &summarize(&record));
    if cfg!(feature = "parquet") {
        assert!(found.expect("an export").content.starts_with(b"PAR1"));
    } else {
        assert_eq!(found, Err(ExportError::NotInThisBuild(Format::Parquet)));
    }
}

#[test]
fn csv() {
    let all = text(Format::Csv);
    let lines: Vec<&str> = all.lines().collect();
    let kept =
        [lines[0], lines[1], lines[2], lines[3], lines[lines.len() - 2], lines[lines.len() - 1]];
    let failed = lines.iter().find(|line| line.contains("signal 11")).expect("a failed trial");
    let bucket = lines.iter().rfind(|line| line.contains("latency")).expect("a bucket");
    insta::assert_snapshot!([&kept[..], &[failed, bucket]].concat().join("\n"), @r#"
    session,session_start_unix_ms,subject,target,place,benchmark,revision,param_size,param_call,param_server,conditions,status,reason,trial,round,position,flags,metric,amount_unit,per_unit,better,invalid,sample,start_ns,amount,per,value,width,count
    9c41d07be2a85f36,1795248007250,Linux,local,,process.create,1,4096,fork,,cache=warm,measured,,0,0,0,,time_ns,ns,process,less,,0,5,10000,10,1000,,1
    9c41d07be2a85f36,1795248007250,Linux,local,,process.create,1,4096,fork,,cache=warm,measured,,0,0,0,,time_ns,ns,process,less,,1,99,10010,10,1001,,1
    9c41d07be2a85f36,1795248007250,Linux,local,,process.create,1,4096,fork,,cache=warm,measured,,0,0,0,,faults,fault,process,diagnostic,,0,,5,10,0.5,,1
    9c41d07be2a85f36,1795248007250,Linux,local,,process.create,1,1073741824,clone,,,skipped,budget,,,,,,,,,,,,,,,,
    9c41d07be2a85f36,1795248007250,Linux,local,,net.respond,1,,,uring,,unsupported,"no io_uring, ""here""",,,,,,,,,,,,,,,,
    9c41d07be2a85f36,1795248007250,Linux,local,,process.create,1,4096,vfork,,cache=warm,failed,worker failed while working: ended with signal 11,14,2,0,,,,,,,,,,,,,
    9c41d07be2a85f36,1795248007250,"say ""hi"" & <bye>, \n",local,,net.respond,1,,,epoll-1,cache=warm,measured,,71,11,1,,latency_ns_p50,ns,answer,less,,1,,102,1,102,2,1
    "#);
}

#[test]
fn hyperfine() {
    let all = text(Format::Hyperfine);
    let document: serde_json::Value = serde_json::from_str(&all).expect("JSON");
    assert_eq!(document["results"].as_array().map(Vec::len), Some(2));
    insta::assert_snapshot!(start(Format::Hyperfine, 50), @r#"
    {
      "results": [
        {
          "command": "process.create size=4096 call=fork subject=Linux",
          "exit_codes": [
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0
          ],
          "max": 1.0025e-6,
          "mean": 1.0014999999999999e-6,
          "median": 1.0015e-6,
          "min": 1.0005e-6,
          "parameters": {
            "call": "fork",
            "size": "4096",
            "subject": "Linux"
          },
          "stddev": 8.528028654224155e-10,
          "system": null,
          "times": [
            1.0005e-6,
            1.0015e-6,
            1.0025e-6,
            1.0005e-6,
            1.0015e-6,
            1.0025e-6,
            1.0005e-6,
            1.0015e-6,
            1.0025e-6,
            1.0005e-6,
            1.0015e-6,
            1.0025e-6
          ],
          "user": null
        },
        {
          "command": "process.create size=4096 call=fork subject=say \"hi\" & <bye>, \\n",
          "exit_codes": [
            0,
            0,
    "#);
}

#[test]
fn benchfmt() {
    let all = text(Format::Benchfmt);
    let kept = all.lines().filter(|line| !line.contains("fork") || line.contains("1001"));
    insta::assert_snapshot!(kept.collect::<Vec<_>>().join("\n"), @r#"
    goos: Linux
    cpu: Example 9000
    Unit answer/s better=higher
    Unit latency-p50-ns/op better=lower
    Unit ns/op better=lower
    subject: Linux
    BenchmarkProcess.create/size=4096/call=fork 10 1001.5 ns/op 0.6 faults-fault/op
    BenchmarkProcess.create/size=4096/call=fork 10 1001.5 ns/op 0.5 faults-fault/op
    BenchmarkProcess.create/size=4096/call=fork 10 1001.5 ns/op 0.6 faults-fault/op
    BenchmarkProcess.create/size=4096/call=fork 10 1001.5 ns/op 0.5 faults-fault/op
    BenchmarkNet.respond/server=epoll_1 10 26000 answer/s 40.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26000.5 answer/s 41.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26001 answer/s 42.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26001.5 answer/s 43.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26002 answer/s 44.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26002.5 answer/s 45.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26003 answer/s 46.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26003.5 answer/s 47.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26004 answer/s 48.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26004.5 answer/s 49.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26005 answer/s 50.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26005.5 answer/s 51.55555555555556 latency-p50-ns/op
    subject: say "hi" & <bye>, \n
    BenchmarkNet.respond/server=epoll_1 10 26000 answer/s 40.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26000.5 answer/s 41.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26001 answer/s 42.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26001.5 answer/s 43.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26002 answer/s 44.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26002.5 answer/s 45.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26003 answer/s 46.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26003.5 answer/s 47.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26004 answer/s 48.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26004.5 answer/s 49.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26005 answer/s 50.55555555555556 latency-p50-ns/op
    BenchmarkNet.respond/server=epoll_1 10 26005.5 answer/s 51.55555555555556 latency-p50-ns/op
    "#);
}

#[test]
fn gbench() {
    let all = text(Format::Gbench);
    let lines: Vec<&str> = all.lines().collect();
    let kept = [&lines[..16], &lines[lines.len() - 15..]].concat();
    insta::assert_snapshot!(kept.join("\n"), @r#"
    {
      "benchmarks": [
        {
          "cpu_time": 1000.5,
          "family_index": 0,
          "iterations": 10,
          "name": "process.create/size:4096/call:fork/subject:Linux",
          "per_family_instance_index": 0,
          "real_time": 1000.5,
          "repetition_index": 0,
          "repetitions": 12,
          "run_name": "process.create/size:4096/call:fork/subject:Linux",
          "run_type": "iteration",
          "threads": 1,
          "time_unit": "ns"
        },
        }
      ],
      "context": {
        "caches": [],
        "cpu_scaling_enabled": false,
        "date": "2026-11-21T08:00:07+00:00",
        "executable": "whichos",
        "host_name": "Linux",
        "json_schema_version": 1,
        "library_build_type": "release",
        "load_avg": [],
        "mhz_per_cpu": 0,
        "num_cpus": 4
      }
    }
    "#);
}

#[test]
fn bmf() {
    insta::assert_snapshot!(text(Format::Bmf), @r#"
    {
      "net.respond server=epoll-1 subject=Linux": {
        "latency-ns-p50": {
          "lower_value": 42.55555555555556,
          "upper_value": 49.55555555555556,
          "value": 46.05555555555556
        },
        "throughput": {
          "lower_value": 26001.0,
          "upper_value": 26004.5,
          "value": 26002.75
        }
      },
      "net.respond server=epoll-1 subject=say \"hi\" & <bye>, \\n": {
        "latency-ns-p50": {
          "lower_value": 42.55555555555556,
          "upper_value": 49.55555555555556,
          "value": 46.05555555555556
        },
        "throughput": {
          "lower_value": 26001.0,
          "upper_value": 26004.5,
          "value": 26002.75
        }
      },
      "process.create size=4096 call=fork subject=Linux": {
        "faults": {
          "lower_value": 0.5,
          "upper_value": 0.6,
          "value": 0.55
        },
        "latency": {
          "lower_value": 1000.5,
          "upper_value": 1002.5,
          "value": 1001.5
        }
      },
      "process.create size=4096 call=fork subject=say \"hi\" & <bye>, \\n": {
        "faults": {
          "lower_value": 0.5,
          "upper_value": 0.6,
          "value": 0.55
        },
        "latency": {
          "lower_value": 1030.5,
          "upper_value": 1032.5,
          "value": 1031.5
        }
      }
    }
    "#);
}

#[test]
fn prometheus() {
    insta::assert_snapshot!(text(Format::Prometheus), @r#"
    # HELP whichos_answers_high_per_second Benchmark result: answers, upper end of the median's interval.
    # TYPE whichos_answers_high_per_second gauge
    whichos_answers_high_per_second{benchmark="net.respond",metric="answers_per_s",per="second",subject="Linux",server="epoll-1"} 26004.5
    whichos_answers_high_per_second{benchmark="net.respond",metric="answers_per_s",per="second",subject="say \"hi\" & <bye>, \\n",server="epoll-1"} 26004.5
    # HELP whichos_answers_low_per_second Benchmark result: answers, lower end of the median's interval.
    # TYPE whichos_answers_low_per_second gauge
    whichos_answers_low_per_second{benchmark="net.respond",metric="answers_per_s",per="second",subject="Linux",server="epoll-1"} 26001
    whichos_answers_low_per_second{benchmark="net.respond",metric="answers_per_s",per="second",subject="say \"hi\" & <bye>, \\n",server="epoll-1"} 26001
    # HELP whichos_answers_per_second Benchmark result: answers, median of trials.
    # TYPE whichos_answers_per_second gauge
    whichos_answers_per_second{benchmark="net.respond",metric="answers_per_s",per="second",subject="Linux",server="epoll-1"} 26002.75
    whichos_answers_per_second{benchmark="net.respond",metric="answers_per_s",per="second",subject="say \"hi\" & <bye>, \\n",server="epoll-1"} 26002.75
    # HELP whichos_case_trials Trials behind the figures of a case.
    # TYPE whichos_case_trials gauge
    whichos_case_trials{benchmark="process.create",metric="time_ns",per="process",subject="Linux",size="4096",call="fork"} 12
    whichos_case_trials{benchmark="process.create",metric="time_ns",per="process",subject="say \"hi\" & <bye>, \\n",size="4096",call="fork"} 12
    whichos_case_trials{benchmark="net.respond",metric="answers_per_s",per="second",subject="Linux",server="epoll-1"} 12
    whichos_case_trials{benchmark="net.respond",metric="answers_per_s",per="second",subject="say \"hi\" & <bye>, \\n",server="epoll-1"} 12
    # HELP whichos_faults Benchmark result: faults, median of trials.
    # TYPE whichos_faults gauge
    whichos_faults{benchmark="process.create",metric="faults",per="process",subject="Linux",size="4096",call="fork"} 0.55
    whichos_faults{benchmark="process.create",metric="faults",per="process",subject="say \"hi\" & <bye>, \\n",size="4096",call="fork"} 0.55
    # HELP whichos_faults_high Benchmark result: faults, upper end of the median's interval.
    # TYPE whichos_faults_high gauge
    whichos_faults_high{benchmark="process.create",metric="faults",per="process",subject="Linux",size="4096",call="fork"} 0.6
    whichos_faults_high{benchmark="process.create",metric="faults",per="process",subject="say \"hi\" & <bye>, \\n",size="4096",call="fork"} 0.6
    # HELP whichos_faults_low Benchmark result: faults, lower end of the median's interval.
    # TYPE whichos_faults_low gauge
    whichos_faults_low{benchmark="process.create",metric="faults",per="process",subject="Linux",size="4096",call="fork"} 0.5
    whichos_faults_low{benchmark="process.create",metric="faults",per="process",subject="say \"hi\" & <bye>, \\n",size="4096",call="fork"} 0.5
    # HELP whichos_latency_p50_high_seconds Benchmark result: latency p50, upper end of the median's interval.
    # TYPE whichos_latency_p50_high_seconds gauge
    whichos_latency_p50_high_seconds{benchmark="net.respond",metric="latency_ns_p50",per="answer",subject="Linux",server="epoll-1"} 0.00000004955555555555556
    whichos_latency_p50_high_seconds{benchmark="net.respond",metric="latency_ns_p50",per="answer",subject="say \"hi\" & <bye>, \\n",server="epoll-1"} 0.00000004955555555555556
    # HELP whichos_latency_p50_low_seconds Benchmark result: latency p50, lower end of the median's interval.
    # TYPE whichos_latency_p50_low_seconds gauge
    whichos_latency_p50_low_seconds{benchmark="net.respond",metric="latency_ns_p50",per="answer",subject="Linux",server="epoll-1"} 0.00000004255555555555556
    whichos_latency_p50_low_seconds{benchmark="net.respond",metric="latency_ns_p50",per="answer",subject="say \"hi\" & <bye>, \\n",server="epoll-1"} 0.00000004255555555555556
    # HELP whichos_latency_p50_seconds Benchmark result: latency p50, median of trials.
    # TYPE whichos_latency_p50_seconds gauge
    whichos_latency_p50_seconds{benchmark="net.respond",metric="latency_ns_p50",per="answer",subject="Linux",server="epoll-1"} 0.000000046055555555555555
    whichos_latency_p50_seconds{benchmark="net.respond",metric="latency_ns_p50",per="answer",subject="say \"hi\" & <bye>, \\n",server="epoll-1"} 0.000000046055555555555555
    # HELP whichos_session_start_timestamp_seconds Start of a session, in Unix time.
    # TYPE whichos_session_start_timestamp_seconds gauge
    whichos_session_start_timestamp_seconds{session="9c41d07be2a85f36"} 1795248007.25
    # HELP whichos_time_high_seconds Benchmark result: time, upper end of the median's interval.
    # TYPE whichos_time_high_seconds gauge
    whichos_time_high_seconds{benchmark="process.create",metric="time_ns",per="process",subject="Linux",size="4096",call="fork"} 0.0000010025
    whichos_time_high_seconds{benchmark="process.create",metric="time_ns",per="process",subject="say \"hi\" & <bye>, \\n",size="4096",call="fork"} 0.0000010325
    # HELP whichos_time_low_seconds Benchmark result: time, lower end of the median's interval.
    # TYPE whichos_time_low_seconds gauge
    whichos_time_low_seconds{benchmark="process.create",metric="time_ns",per="process",subject="Linux",size="4096",call="fork"} 0.0000010005
    whichos_time_low_seconds{benchmark="process.create",metric="time_ns",per="process",subject="say \"hi\" & <bye>, \\n",size="4096",call="fork"} 0.0000010305
    # HELP whichos_time_seconds Benchmark result: time, median of trials.
    # TYPE whichos_time_seconds gauge
    whichos_time_seconds{benchmark="process.create",metric="time_ns",per="process",subject="Linux",size="4096",call="fork"} 0.0000010015
    whichos_time_seconds{benchmark="process.create",metric="time_ns",per="process",subject="say \"hi\" & <bye>, \\n",size="4096",call="fork"} 0.0000010315
    "#);
}

#[test]
fn openmetrics() {
    insta::assert_snapshot!(start(Format::OpenMetrics, 8), @r#"
    # TYPE whichos_answers_high_per_second gauge
    # UNIT whichos_answers_high_per_second per_second
    # HELP whichos_answers_high_per_second Benchmark result: answers, upper end of the median's interval.
    whichos_answers_high_per_second{benchmark="net.respond",metric="answers_per_s",per="second",subject="Linux",server="epoll-1"} 26004.5
    whichos_answers_high_per_second{benchmark="net.respond",metric="answers_per_s",per="second",subject="say \"hi\" & <bye>, \\n",server="epoll-1"} 26004.5
    # TYPE whichos_answers_low_per_second gauge
    # UNIT whichos_answers_low_per_second per_second
    # HELP whichos_answers_low_per_second Benchmark result: answers, lower end of the median's interval.
    "#);
    assert!(text(Format::OpenMetrics).ends_with("\n# EOF\n"));
}

#[test]
fn junit() {
    insta::assert_snapshot!(text(Format::Junit), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="whichos" tests="8" failures="2" errors="0" skipped="2" time="0.144">
      <testsuite name="process.create" tests="5" failures="2" errors="0" skipped="1" time="0.096" timestamp="2026-11-21T08:00:07">
        <testcase classname="process.create" name="size=4096 call=fork subject=Linux" time="0.024">
          <system-out>time_ns: median 1.00 µs of 12 trials</system-out>
        </testcase>
        <testcase classname="process.create" name="size=4096 call=fork subject=say &quot;hi&quot; &amp; &lt;bye&gt;, \n" time="0.024">
          <system-out>time_ns: median 1.03 µs of 12 trials</system-out>
        </testcase>
        <testcase classname="process.create" name="size=4096 call=vfork subject=Linux" time="0.024">
          <failure message="a trial failed: worker failed while working: ended with signal 11"/>
          <system-out>time_ns: median 906 ns of 11 trials</system-out>
        </testcase>
        <testcase classname="process.create" name="size=4096 call=vfork subject=say &quot;hi&quot; &amp; &lt;bye&gt;, \n" time="0.024">
          <failure message="a trial failed: worker failed while working: ended with signal 11"/>
          <system-out>time_ns: median 906 ns of 11 trials</system-out>
        </testcase>
        <testcase classname="process.create" name="size=1073741824 call=clone subject=Linux" time="0.000">
          <skipped message="skipped: budget"/>
        </testcase>
      </testsuite>
      <testsuite name="net.respond" tests="3" failures="0" errors="0" skipped="1" time="0.048" timestamp="2026-11-21T08:00:07">
        <testcase classname="net.respond" name="server=epoll-1 subject=Linux" time="0.024">
          <system-out>answers_per_s: median 26.0 k/s of 12 trials</system-out>
        </testcase>
        <testcase classname="net.respond" name="server=epoll-1 subject=say &quot;hi&quot; &amp; &lt;bye&gt;, \n" time="0.024">
          <system-out>answers_per_s: median 26.0 k/s of 12 trials</system-out>
        </testcase>
        <testcase classname="net.respond" name="server=uring subject=Linux" time="0.000">
          <skipped message="unsupported: no io_uring, &quot;here&quot;"/>
        </testcase>
      </testsuite>
    </testsuites>
    "#);
}
