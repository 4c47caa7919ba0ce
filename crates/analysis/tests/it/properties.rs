//! Laws that hold whatever the figures are.
