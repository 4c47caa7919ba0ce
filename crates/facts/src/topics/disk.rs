//! The disk below a file system.

use crate::sheet::Sheet;
use crate::{Found, Source};

/// Drivers of disks that a hypervisor plays.
const VIRTUAL_DRIVERS: &[&str] = &[
    "hv_storvsc",
    "mptspi",
    "pvscsi",
    "vbd",
    "virtio_blk",
    "virtio_scsi",
    "vmw_pvscsi",
    "xen-blkfront",
    "xen_blkfront",
];

/// What virtual disks call themselves.
const VIRTUAL_MODELS: &[&str] = &[
    "Amazon Elastic Block Store",
    "Amazon EC2 NVMe",
    "Elastic Block Store",
    "MSFT NVMe",
    "PersistentDisk",
    "QEMU",
    "VBOX",
    "VMware",
    "Virtual",
    "nvme_card-pd",
    "BlockVolume",
];

/// A block device, and what it is made of.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    /// The kernel's name for what is mounted: `sda1`, `dm-0`.
    pub(crate) name: String,
    /// The whole disk that is lowest, its folder.
    folder: String,
    /// From what is mounted down to that disk.
    stack: Vec<String>,
}

impl Device {
    /// Finds a device by its numbers or, where a file system has numbers of its own, by what was
    /// mounted.
    pub(crate) fn find(source: &Source, (major, minor): (u32, u32), mounted: &str) -> Found<Self> {
        let numbered = format!("sys/dev/block/{major}:{minor}");
        let start = if major != 0 && source.has(&numbered) {
            numbered
        } else {
            let name = mounted.strip_prefix("/dev/").ok_or("no device is below it")?;
            let named = format!("sys/class/block/{}", name.replace('/', "!"));
            if !source.has(&named) {
                return Err("the device that is mounted is not in /sys/class/block".to_owned());
            }
            named
        };
        let name = name(source, &start)?;
        let (folder, stack) = descend(source, start, name.clone());
        Ok(Self { name, folder, stack })
    }

    fn text(&self, source: &Source, file: &str) -> Found<String> {
        source.text(&format!("{}/{file}", self.folder))
    }

    fn number(&self, source: &Source, file: &str) -> Found<u64> {
        source.number(&format!("{}/{file}", self.folder))
    }
}

/// The kernel's name of the device in a folder.
fn name(source: &Source, folder: &str) -> Found<String> {
    let text = source.text(&format!("{folder}/uevent"))?;
    let name = crate::parse::assignment(&text, "DEVNAME");
    name.ok_or_else(|| format!("/{folder}/uevent names no device"))
}

/// From a partition, a mapping or an array down to the first disk that it is made of.
fn descend(source: &Source, start: String, name_of_start: String) -> (String, Vec<String>) {
    const DEPTH: usize = 16;

    let mut folder = start;
    let mut stack = vec![layer(source, &folder, name_of_start)];
    for _ in 0..DEPTH {
        let below = if source.has(&format!("{folder}/partition")) {
            format!("{folder}/..")
        } else if let Some(slave) = source.names(&format!("{folder}/slaves")).first() {
            format!("sys/class/block/{slave}")
        } else {
            break;
        };
        let Ok(name) = name(source, &below) else { break };
        stack.push(layer(source, &below, name));
        folder = below;
    }
    (folder, stack)
}

/// A device with what kind of layer it is. Names that people gave to it stay out.
fn layer(source: &Source, folder: &str, name: String) -> String {
    if let Ok(id) = source.text(&format!("{folder}/dm/uuid")) {
        let kind = id.split('-').next().unwrap_or_default();
        let kind = match kind {
            "CRYPT" => "encrypted",
            "LVM" => "LVM",
            "mpath" => "multipath",
            _ => "mapped",
        };
        return format!("{name} ({kind})");
    }
    if let Ok(level) = source.text(&format!("{folder}/md/level")) {
        return format!("{name} ({level})");
    }
    if source.has(&format!("{folder}/loop/backing_file")) {
        return format!("{name} (file)");
    }
    if source.has(&format!("{folder}/partition")) {
        return format!("{name} (partition)");
    }
    name
}

pub(crate) fn collect(source: &Source, device: &Found<Device>, sheet: &mut Sheet) {
    let text =
        |file: &str| -> Found<String> { device.as_ref().map_err(Clone::clone)?.text(source, file) };
    let number =
        |file: &str| -> Found<u64> { device.as_ref().map_err(Clone::clone)?.number(source, file) };
    let driver = device.clone().and_then(|device| driver(source, &device));
    let model = device.clone().and_then(|device| model(source, &device, &driver));
    let is_virtual = device.as_ref().map(|device| is_virtual(device, &driver, &model));
    let is_virtual = is_virtual.map_err(Clone::clone);

    sheet.identity("disk.device", device.clone().and_then(|device| name(source, &device.folder)));
    sheet.identity("disk.stack", device.clone().map(|device| device.stack));
    sheet.identity("disk.model", model);
    let firmware = text("device/firmware_rev").or_else(|_| text("device/rev"));
    sheet.identity("disk.firmware", firmware.or_else(|_| text("device/fwrev")));
    sheet.identity("disk.driver", driver);
    sheet.identity("disk.virtual", is_virtual.clone());
    sheet.identity("disk.size_bytes", number("size").map(|sectors| sectors.saturating_mul(512)));
    sheet.identity("disk.rotational", number("queue/rotational").map(|value| value != 0));
    // A virtual disk says what its hypervisor was told to say.
    sheet.identity("disk.rotational_trusted", is_virtual.map(|is_virtual| !is_virtual));
    sheet.identity("disk.logical_block_bytes", number("queue/logical_block_size"));
    sheet.identity("disk.physical_block_bytes", number("queue/physical_block_size"));
    sheet.identity("disk.fua", number("queue/fua").map(|value| value != 0));
    let discard = number("queue/discard_max_bytes").map(|bytes| bytes > 0);
    sheet.identity("disk.discard", discard);
    sheet.identity("disk.zoned", text("queue/zoned"));
    sheet.state("disk.scheduler", scheduler(source, device));
    sheet.state("disk.write_cache", text("queue/write_cache"));
    let read_ahead = number("queue/read_ahead_kb").map(|value| value.saturating_mul(1 << 10));
    sheet.state("disk.read_ahead_bytes", read_ahead);
    sheet.state("disk.queue_requests", number("queue/nr_requests"));
    let largest = number("queue/max_sectors_kb").map(|value| value.saturating_mul(1 << 10));
    sheet.state("disk.request_max_bytes", largest);
    sheet.state("disk.writeback_latency_us", number("queue/wbt_lat_usec"));
    sheet.state("disk.wear", wear(source, device));
}

fn scheduler(source: &Source, device: &Found<Device>) -> Found<String> {
    let device = device.as_ref().map_err(Clone::clone)?;
    source.choice(&format!("{}/queue/scheduler", device.folder))
}

/// The driver of the disk and, where that is only a layer, of what it is attached to.
fn driver(source: &Source, device: &Device) -> Found<String> {
    const HEIGHT: usize = 8;

    let mut folder = format!("{}/device", device.folder);
    let mut drivers = Vec::new();
    for _ in 0..HEIGHT {
        if let Ok(driver) = source.link(&format!("{folder}/driver")) {
            drivers.push(driver);
        }
        // `sd` and its like say nothing of the hardware.
        let generic = ["sd", "sr", "st"].map(str::to_owned);
        if drivers.iter().any(|driver| !generic.contains(driver)) {
            break;
        }
        folder.push_str("/..");
    }
    if drivers.is_empty() {
        return Err(format!("{} shows no driver", device.name));
    }
    Ok(drivers.join(" on "))
}

fn model(source: &Source, device: &Device, driver: &Found<String>) -> Found<String> {
    let told = device.text(source, "device/model").or_else(|_| device.text(source, "device/name"));
    match (told, driver) {
        (Ok(model), _) => {
            let vendor = device.text(source, "device/vendor").unwrap_or_default();
            // Parallel and serial ATA say so in place of a vendor; virtio gives a number.
            let named = vendor != "ATA" && !vendor.is_empty() && !vendor.starts_with("0x");
            Ok(if named { format!("{vendor} {model}") } else { model })
        }
        (Err(_), Ok(driver)) if VIRTUAL_DRIVERS.contains(&driver.as_str()) => {
            // Unknown, since two machines that hide theirs need not have the same.
            Err(format!("hidden by the hypervisor ({driver})"))
        }
        (Err(reason), _) => Err(reason),
    }
}

fn is_virtual(device: &Device, driver: &Found<String>, model: &Found<String>) -> bool {
    let drivers = driver.as_deref().unwrap_or_default();
    let model = model.as_deref().unwrap_or_default();
    drivers.split(" on ").any(|driver| VIRTUAL_DRIVERS.contains(&driver))
        || VIRTUAL_MODELS.iter().any(|part| model.contains(part))
        || device.stack.iter().any(|layer| layer.ends_with("(file)"))
}

/// How worn a disk is. Most tell administrators only, in a log of their own.
fn wear(source: &Source, device: &Found<Device>) -> Found<String> {
    let device = device.as_ref().map_err(Clone::clone)?;
    device.text(source, "device/life_time").map_err(|_| "the disk tells administrators only".into())
}
