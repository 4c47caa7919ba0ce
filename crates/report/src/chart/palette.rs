//! Colors, and the styles made of them. Eight series colors that color-blind readers tell apart,
//! each with a contrast of at least 3:1 to the paper, in light and in dark; a marker shape goes
//! with each.

/// Colors of one mode.
struct Mode {
    paper: &'static str,
    ink: &'static str,
    soft: &'static str,
    grid: &'static str,
    band: &'static str,
    series: [&'static str; 8],
}

const LIGHT: Mode = Mode {
    paper: "#ffffff",
    ink: "#1b1f24",
    soft: "#57606a",
    grid: "#dfe3e8",
    band: "#eef1f4",
    series: [
        "#0069a8", "#c65300", "#00775a", "#a8327f", "#7a5c00", "#4d4fc0", "#8c2d2d", "#4a5560",
    ],
};

const DARK: Mode = Mode {
    paper: "#14171b",
    ink: "#e8eaed",
    soft: "#a3abb5",
    grid: "#2e343b",
    band: "#22272e",
    series: [
        "#5cb3f0", "#f0975a", "#3cc59a", "#e08bc4", "#dcc04e", "#a5a8ff", "#f08a8a", "#b4bec8",
    ],
};

/// What both kinds of document share; words after `$` are colors.
const RULES: &str = "\
.c text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;fill:$ink;paint-order:stroke;stroke:$paper;stroke-width:3px;stroke-linejoin:round}
.c .t{font-size:12px;fill:$soft}
.c .h{font-weight:600}
.c .v{font-variant-numeric:tabular-nums}
.c path{fill:none;stroke:currentColor}
.c .grid{stroke:$grid}
.c .base{stroke:$soft}
.c .lead{stroke:$soft;stroke-width:.75}
.c .band{fill:$band}
.c .bar{fill:currentColor}
.c .bar.open{fill:$paper;stroke:currentColor;stroke-width:1.5}
.c .halo{stroke:$paper;stroke-width:4}
.c .whisker{stroke:$ink;stroke-width:1.5}
.c .span{stroke-width:2}
.c .curve{stroke-width:1.75;stroke-linejoin:round}
.c .mark{fill:currentColor;stroke:$paper;stroke-width:1}
.c .mark.open{fill:$paper;stroke:currentColor;stroke-width:1.5}
.c .dust{stroke-width:3.4;stroke-linecap:round;opacity:.75}
.c .box{fill:none;stroke:$soft}
.c .middle{stroke:$ink;stroke-width:2}
";

fn rules(color: impl Fn(&str, &str) -> String, mode: &Mode) -> String {
    let mut text = RULES.to_owned();
    let plain = [
        ("$paper", mode.paper),
        ("$ink", mode.ink),
        ("$soft", mode.soft),
        ("$grid", mode.grid),
        ("$band", mode.band),
    ];
    for (name, value) in plain {
        text = text.replace(name, &color(name, value));
    }
    for (place, value) in mode.series.iter().enumerate() {
        let name = format!("$s{}", place + 1);
        let color = color(&name, value);
        text.push_str(&format_args!(".c .s{}{{color:{color}}}\n", place + 1).to_string());
    }
    text
}

/// The variables of a mode.
fn variables(mode: &Mode) -> String {
    let mut text = format!(
        "--paper:{};--ink:{};--soft:{};--grid:{};--band:{}",
        mode.paper, mode.ink, mode.soft, mode.grid, mode.band
    );
    for (place, value) in mode.series.iter().enumerate() {
        text.push_str(&format_args!(";--s{}:{value}", place + 1).to_string());
    }
    text
}

/// Styles of charts in a page, with the page's colors as variables; printed in light.
pub(crate) fn page_style() -> String {
    let rules = rules(|name, _| format!("var(--{})", &name[1..]), &LIGHT);
    format!(
        ":root{{color-scheme:light dark;{light}}}\n\
         @media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{rules}",
        light = variables(&LIGHT),
        dark = variables(&DARK),
    )
}

/// Styles of a chart that is a file of its own: plain colors, for programs that know no variables.
pub(super) fn standalone_style() -> String {
    let of = |mode: &Mode| {
        let own = format!(".paper{{fill:{}}}\n", mode.paper);
        own + &rules(|_, value| value.to_owned(), mode)
    };
    let title = ".c .title{font-size:16px;font-weight:600}\n";
    format!("{}{title}@media (prefers-color-scheme:dark){{{}{title}}}", of(&LIGHT), of(&DARK))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(color: &str) -> f64 {
        let channel = |place: usize| {
            let value = u8::from_str_radix(&color[place..place + 2], 16).expect("a color");
            let share = f64::from(value) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn every_color_stands_out_from_the_paper() {
        for mode in [LIGHT, DARK] {
            for color in mode.series {
                assert!(contrast(color, mode.paper) >= 3.0, "{color}");
                assert!(contrast(color, mode.band) >= 3.0, "{color} on a band");
            }
            assert!(contrast(mode.ink, mode.paper) >= 7.0);
            assert!(contrast(mode.soft, mode.paper) >= 4.5);
            assert!(contrast(mode.soft, mode.band) >= 4.5);
        }
    }

    #[test]
    fn no_placeholder_is_left() {
        assert!(!page_style().contains('$'));
        assert!(!standalone_style().contains('$'));
        assert!(!standalone_style().contains("var("));
    }
}
