//! Writes every form of report of a made-up record into a folder, to be looked at.

fn main() {
    println!("see sample.rs");
}
