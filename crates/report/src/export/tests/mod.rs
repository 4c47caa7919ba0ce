//! Every format as text, and in the hands of the programs that read it.

mod anything;
mod consumers;
mod record;
mod snapshots;
