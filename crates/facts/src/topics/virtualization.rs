//! Whether a hypervisor is below, and whose.

use super::machine::dmi;
use crate::parse::field;
use crate::sheet::Sheet;
use crate::{Found, Source};

/// What hypervisors answer to the processor's identification.
const SIGNATURES: &[(&str, &str)] = &[
    ("KVMKVMKVM", "kvm"),
    ("Linux KVM Hv", "kvm"),
    ("Microsoft Hv", "hyper-v"),
    ("VMwareVMware", "vmware"),
    ("XenVMMXenVMM", "xen"),
    ("bhyve bhyve", "bhyve"),
    ("TCGTCGTCGTCG", "qemu-tcg"),
    ("VBoxVBoxVBox", "virtualbox"),
    ("prl hyperv", "parallels"),
    ("lrpepyh vr", "parallels"),
    ("ACRNACRNACRN", "acrn"),
    ("QNXQVMBSQG", "qnx"),
    ("SRESRESRESRE", "lockheed"),
    ("OpenBSDVMM58", "openbsd-vmm"),
    ("___ NVMM ___", "nvmm"),
    ("HAXMHAXMHAXM", "haxm"),
    ("UnisysSpar64", "unisys-spar"),
];

/// What virtual machines call themselves in their firmware: file, beginning, machine.
const FIRMWARE: &[(&str, &str, &str)] = &[
    ("sys_vendor", "Amazon EC2", "amazon ec2"),
    ("bios_vendor", "Amazon EC2", "amazon ec2"),
    ("product_name", "Google Compute Engine", "google compute engine"),
    // The same on every machine there.
    ("chassis_asset_tag", "7783-7084-3265-9085-8269-3286-77", "microsoft azure"),
    ("sys_vendor", "DigitalOcean", "digitalocean"),
    ("sys_vendor", "Hetzner", "hetzner cloud"),
    ("sys_vendor", "Alibaba Cloud", "alibaba cloud"),
    ("sys_vendor", "OpenStack", "openstack"),
    ("product_name", "OpenStack", "openstack"),
    ("sys_vendor", "Vultr", "vultr"),
    ("sys_vendor", "Scaleway", "scaleway"),
    ("sys_vendor", "Linode", "linode"),
    ("sys_vendor", "Akamai", "linode"),
    ("chassis_asset_tag", "OracleCloud.com", "oracle cloud"),
    ("sys_vendor", "UpCloud", "upcloud"),
    ("sys_vendor", "Exoscale", "exoscale"),
    ("sys_vendor", "QEMU", "qemu"),
    ("bios_vendor", "SeaBIOS", "qemu"),
    ("sys_vendor", "VMware", "vmware"),
    ("sys_vendor", "innotek", "virtualbox"),
    ("product_name", "VirtualBox", "virtualbox"),
    ("sys_vendor", "Xen", "xen"),
    ("sys_vendor", "Parallels", "parallels"),
    ("product_name", "Virtual Machine", "hyper-v"),
    ("product_name", "BHYVE", "bhyve"),
    ("product_name", "Apple Virtualization", "apple virtualization"),
    ("product_name", "KVM", "kvm"),
    ("product_name", "Cloud Hypervisor", "cloud hypervisor"),
];

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    let flagged = flagged(source);
    let mut evidence = Vec::new();
    let hypervisor = hypervisor(source, &flagged, &mut evidence);
    let below = hypervisor.as_ref().is_ok_and(|name| name != "none");
    let machine = if below { machine(source, &mut evidence) } else { Ok("none".to_owned()) };
    sheet.identity("virtualization.cloud_type", cloud_type(source, &machine));
    sheet.identity("virtualization.machine", machine);
    sheet.identity("virtualization.hypervisor", hypervisor);
    sheet.identity("virtualization.evidence", evidence);
}

/// Whether the processor says that a hypervisor is below.
fn flagged(source: &Source) -> Found<bool> {
    if let Ok(processor) = source.calls().processor() {
        return Ok(processor.hypervisor);
    }
    let info = source.text("proc/cpuinfo")?;
    let flags = field(&info, &["flags"]).ok_or("the processor has no flag for it")?;
    Ok(flags.split_whitespace().any(|flag| flag == "hypervisor"))
}

fn hypervisor(source: &Source, flagged: &Found<bool>, evidence: &mut Vec<String>) -> Found<String> {
    if let Ok(kind) = source.text("sys/hypervisor/type") {
        evidence.push(format!("/sys/hypervisor/type is {kind}"));
        return Ok(kind);
    }
    if let Ok(processor) = source.calls().processor()
        && let Some((text, name)) =
            SIGNATURES.iter().find(|(text, _)| processor.signature == text.trim())
    {
        evidence.push(format!("the processor answers {text}"));
        return Ok((*name).to_owned());
    }
    if let Ok(tree) = source.text("sys/firmware/devicetree/base/hypervisor/compatible") {
        let name = if tree.contains("xen") { "xen" } else { "kvm" };
        evidence.push("the device tree has a hypervisor".to_owned());
        return Ok(name.to_owned());
    }
    let firmware = firmware(source);
    match (flagged, firmware) {
        (Ok(true), _) => {
            evidence.push("the processor's hypervisor flag is set".to_owned());
            Ok("unknown kind".to_owned())
        }
        (Ok(false), _) => Ok("none".to_owned()),
        // Other processors have no flag: the firmware decides.
        (Err(_), Some((_, text))) => {
            evidence.push(format!("the firmware says {text}"));
            Ok("unknown kind".to_owned())
        }
        (Err(_), None) if source.has("sys/class/dmi/id") => Ok("none".to_owned()),
        (Err(reason), None) => Err(reason.clone()),
    }
}

fn firmware(source: &Source) -> Option<(&'static str, &'static str)> {
    FIRMWARE
        .iter()
        .find(|(file, start, _)| dmi(source, file).is_ok_and(|told| told.starts_with(start)))
        .map(|(_, start, name)| (*name, *start))
}

/// The program or the cloud that makes the virtual machine.
fn machine(source: &Source, evidence: &mut Vec<String>) -> Found<String> {
    if let Some((name, text)) = firmware(source) {
        evidence.push(format!("the firmware says {text}"));
        return Ok(name.to_owned());
    }
    // Firecracker describes no machine, but signs its tables; they and the log of the kernel are
    // for administrators on many systems.
    let signed = |bytes: &[u8]| bytes.windows(6).any(|window| window == b"FIRECK");
    if source.bytes("sys/firmware/acpi/tables/FACP").is_ok_and(|table| signed(&table)) {
        evidence.push("its tables are signed FIRECK".to_owned());
        return Ok("firecracker".to_owned());
    }
    if source.calls().kernel_log().is_ok_and(|log| signed(log.as_bytes())) {
        evidence.push("the kernel's log has tables signed FIRECK".to_owned());
        return Ok("firecracker".to_owned());
    }
    Err("the firmware describes no machine".to_owned())
}

/// What a cloud calls this size of machine.
fn cloud_type(source: &Source, machine: &Found<String>) -> Found<String> {
    match machine.as_deref() {
        Ok("amazon ec2" | "alibaba cloud" | "hetzner cloud" | "digitalocean" | "scaleway") => {
            dmi(source, "product_name")
        }
        Ok("none") => Ok("none".to_owned()),
        _ => Err("the firmware does not name one".to_owned()),
    }
}
