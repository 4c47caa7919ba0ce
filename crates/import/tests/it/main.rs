//! Imports of whole files: what each format becomes, and what broken ones are answered with.

mod article;
mod broken;
mod formats;
mod published;
mod shelf;
