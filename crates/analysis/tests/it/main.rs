//! What the analysis says of records whose truth is known.

#[cfg(test)]
mod advise;
#[cfg(test)]
mod anything;
#[cfg(test)]
mod comparable;
#[cfg(test)]
mod compare;
#[cfg(test)]
mod confounders;
#[cfg(test)]
mod documents;
#[cfg(test)]
mod gate;
#[cfg(test)]
mod hints;
#[cfg(test)]
mod lab;
#[cfg(test)]
mod merge;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod summary;
