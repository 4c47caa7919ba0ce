//! The C library's elementary functions, by the portable code of the `libm` crate.
//!
//! The linker takes these instead of the shared mathematics library. A trial process then maps one
//! library less, which every fork of it would have to copy, and a figure is formatted with the
//! same digits on every system.

/// Exports one function under its C name.
macro_rules! export {
    ($name:ident($($argument:ident),+)) => {
        #[doc = concat!("`", stringify!($name), "(3)`.")]
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $name($($argument: f64),+) -> f64 {
            libm::$name($($argument),+)
        }
    };
}

export!(exp2(x));
export!(log(x));
export!(log10(x));
export!(log2(x));
export!(pow(x, y));
