//! The disk below a file system.

mod stack;

use sys::host::Wear;

use crate::sheet::Sheet;
use crate::{Found, Source};

pub(crate) use stack::Device;
use stack::name;

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

impl Device {
    /// The folder of the disk that facts tell of: the first of those below.
    fn folder(&self) -> &str {
        &self.disks[0]
    }

    fn text(&self, source: &Source, file: &str) -> Found<String> {
        source.text(&format!("{}/{file}", self.folder()))
    }

    fn number(&self, source: &Source, file: &str) -> Found<u64> {
        source.number(&format!("{}/{file}", self.folder()))
    }
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

    sheet.identity("disk.device", device.clone().and_then(|device| name(source, device.folder())));
    sheet.identity("disk.disks", device.clone().map(|device| names(source, &device)));
    sheet.identity("disk.stack", device.clone().map(|device| device.stack));
    sheet.identity("disk.bus", device.clone().and_then(|device| bus(source, &device)));
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
    let wear = wear(source, device);
    sheet.state("disk.wear_percent", wear.clone().map(|wear| wear.used_percent));
    sheet.state("disk.spare_percent", wear.clone().map(|wear| wear.spare_percent));
    sheet.state("disk.written_bytes", wear.map(|wear| wear.written_bytes));
}

fn scheduler(source: &Source, device: &Found<Device>) -> Found<String> {
    let device = device.as_ref().map_err(Clone::clone)?;
    source.choice(&format!("{}/queue/scheduler", device.folder()))
}

/// The driver of the disk and, where that is only a layer, of what it is attached to.
fn driver(source: &Source, device: &Device) -> Found<String> {
    const HEIGHT: usize = 8;

    let mut folder = format!("{}/device", device.folder());
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

fn names(source: &Source, device: &Device) -> Vec<String> {
    device.disks.iter().filter_map(|folder| name(source, folder).ok()).collect()
}

/// How the disk is attached: the first of its ancestors that is on a bus of disks.
fn bus(source: &Source, device: &Device) -> Found<String> {
    const HEIGHT: usize = 12;
    /// What a host of a kind has in its folder.
    const HOSTS: &[(&str, &str)] =
        &[("ata_port", "ATA"), ("sas_host", "SAS"), ("fc_host", "Fibre Channel")];
    const BUSES: &[(&str, &str)] = &[
        ("mmc", "MMC"),
        ("usb", "USB"),
        ("virtio", "virtio"),
        ("vmbus", "Hyper-V"),
        ("xen", "Xen"),
    ];

    let mut at = format!("{}/device", device.folder());
    let mut is_scsi = false;
    for _ in 0..HEIGHT {
        if let Some((_, host)) =
            HOSTS.iter().find(|(entry, _)| source.has(&format!("{at}/{entry}")))
        {
            return Ok((*host).to_owned());
        }
        let on = source.link(&format!("{at}/subsystem")).unwrap_or_default();
        if on == "nvme" {
            let transport = source.text(&format!("{at}/transport"));
            return Ok(
                transport.map_or("NVMe".to_owned(), |transport| format!("NVMe, {transport}"))
            );
        }
        if let Some((_, bus)) = BUSES.iter().find(|(name, _)| *name == on) {
            return Ok((*bus).to_owned());
        }
        is_scsi |= on == "scsi";
        at.push_str("/..");
    }
    if is_scsi { Ok("SCSI".to_owned()) } else { Err(format!("{} shows no bus", device.name)) }
}

/// How worn a disk is, by its own account.
fn wear(source: &Source, device: &Found<Device>) -> Found<Wear> {
    let device = device.as_ref().map_err(Clone::clone)?;
    if let Ok(controller) = source.link(&format!("{}/device", device.folder()))
        && controller.starts_with("nvme")
    {
        return source.calls().wear(&controller);
    }
    // Cards count in steps of ten percent, each kind of cell by itself: `0x01 0x02`.
    let steps =
        device.text(source, "device/life_time").map_err(|_| "this kind of disk does not tell")?;
    let steps = steps
        .split_whitespace()
        .filter_map(|step| u64::from_str_radix(step.trim_start_matches("0x"), 16).ok());
    let worst = steps.max().filter(|step| *step > 0).ok_or("the disk tells no life time")?;
    Ok(Wear { used_percent: worst * 10, ..Wear::default() })
}
