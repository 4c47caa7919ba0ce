//! Windows. Sources: Microsoft's documents of `netsh`, TCP/IP registry values and `listen`.

use super::{Read, Row, Wanted};

pub(super) const TABLE: &[Row] = &[
    Row {
        name: "dynamic ports",
        read: Read::Command(&["netsh", "int", "ipv4", "show", "dynamicport", "tcp"]),
        wanted: |_| Wanted::Leave,
        why: "a load has 16,384 ports by default; give it more",
        now: "netsh int ipv4 set dynamicport tcp start=1025 num=64510",
        kept: "the same command keeps itself",
        source: "Microsoft: the default dynamic port range for TCP/IP",
    },
    Row {
        name: "TcpTimedWaitDelay",
        read: Read::Command(&[
            "reg",
            "query",
            r"HKLM\SYSTEM\CurrentControlSet\Services\Tcpip\Parameters",
            "/v",
            "TcpTimedWaitDelay",
        ]),
        wanted: |_| Wanted::Leave,
        why: "seconds that closed connections wait; 30 is the least",
        now: "",
        kept: r"HKLM\SYSTEM\CurrentControlSet\Services\Tcpip\Parameters: TcpTimedWaitDelay",
        source: "Microsoft: settings that can be modified to improve network performance",
    },
    Row {
        name: "backlog of listen",
        read: Read::Command(&["cmd", "/c", "echo set by each program"]),
        wanted: |_| Wanted::Leave,
        why: "a program asks for more than 200 with SOMAXCONN_HINT only",
        now: "",
        kept: "each program's own setting: SOMAXCONN_HINT(N), N up to 65,535",
        source: "Microsoft: listen function (winsock2.h)",
    },
];
