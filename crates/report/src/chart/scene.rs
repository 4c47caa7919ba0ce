//! A picture that is being drawn: shapes and texts, and where the texts are.

use std::fmt::Write;

use super::metrics;
use super::palette::standalone_style;

/// A finished picture.
pub(super) struct Picture {
    width: f64,
    height: f64,
    body: String,
    /// Where the texts are, for tests.
    #[cfg_attr(not(test), expect(dead_code, reason = "layouts are checked in tests"))]
    pub(super) texts: Vec<TextBox>,
}

/// The room that a text takes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TextBox {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) text: String,
}

impl TextBox {
    /// Whether two texts cover each other.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// Which end of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    /// Names of rows and series.
    Label,
    /// Figures.
    Value,
    /// Names of blocks of rows.
    Heading,
    /// Axes and notes.
    Small,
}

impl Font {
    /// Size in pixels.
    pub(super) fn size(self) -> f64 {
        match self {
            Self::Label | Self::Value | Self::Heading => 13.0,
            Self::Small => 12.0,
        }
    }

    /// Width of a text in pixels.
    pub(super) fn width(self, text: &str) -> f64 {
        let factor = if self == Self::Heading { metrics::BOLD } else { 1.0 };
        metrics::width(text, self.size()) * factor
    }

    /// The text, shortened where it is too wide.
    pub(super) fn fit(self, text: &str, room: f64) -> String {
        let factor = if self == Self::Heading { metrics::BOLD } else { 1.0 };
        metrics::fit(text, self.size(), room / factor)
    }

    fn class(self) -> &'static str {
        match self {
            Self::Label => "l",
            Self::Value => "v",
            Self::Heading => "h",
            Self::Small => "t",
        }
    }
}

/// A picture that is being drawn.
pub(super) struct Scene {
    width: f64,
    body: String,
    texts: Vec<TextBox>,
}

impl Scene {
    pub(super) fn new(width: f64) -> Self {
        Self { width, body: String::new(), texts: Vec::new() }
    }

    pub(super) fn width(&self) -> f64 {
        self.width
    }

    /// Writes a text with its baseline at `y`.
    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, font: Font, text: &str) {
        if text.is_empty() {
            return;
        }
        let width = font.width(text);
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        self.texts.push(TextBox {
            left,
            right: left + width,
            top: y - 0.76 * font.size(),
            bottom: y + 0.22 * font.size(),
            text: text.to_owned(),
        });
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (class, x, y) = (font.class(), Short(x), Short(y));
        self.push(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>"));
        escape(&mut self.body, text);
        self.body.push_str("</text>");
    }

    /// A straight line.
    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let (x1, y1, x2, y2) = (Short(from.0), Short(from.1), Short(to.0), Short(to.1));
        self.push(format_args!("<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\"/>"));
    }

    /// A path of its own making.
    pub(super) fn path(&mut self, class: &str, path: &str) {
        self.push(format_args!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    /// A rectangle.
    pub(super) fn rect(&mut self, class: &str, left: f64, top: f64, width: f64, height: f64) {
        let (x, y, w, h) = (Short(left), Short(top), Short(width.max(0.0)), Short(height));
        self.push(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>"
        ));
    }

    /// Whether a text would keep clear of all that are there, with a gap.
    pub(super) fn is_free(&self, left: f64, right: f64, top: f64, bottom: f64) -> bool {
        let wanted = TextBox { left, right, top, bottom, text: String::new() };
        !self.texts.iter().any(|text| text.overlaps(&wanted))
    }

    /// The picture, `height` pixels high.
    pub(super) fn finish(self, height: f64) -> Picture {
        Picture { width: self.width, height, body: self.body, texts: self.texts }
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        self.body.write_fmt(text).expect("writing to a string does not fail");
    }
}

impl Picture {
    /// The picture as a part of a page.
    pub(super) fn inline(
        &self,
        into: &mut String,
        name: &str,
        class: &str,
        title: &str,
        description: &str,
    ) {
        let id = identifier(&format!("{name}-{class}"));
        let (width, height) = (Short(self.width), Short(self.height.ceil()));
        let head = format!(
            "<svg class=\"c {class}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\">\
             <title id=\"{id}-t\">"
        );
        into.push_str(&head);
        escape(into, title);
        into.push_str("</title><desc id=\"");
        into.push_str(&id);
        into.push_str("-d\">");
        escape(into, description);
        into.push_str("</desc>");
        into.push_str(&self.body);
        into.push_str("</svg>");
    }

    /// The picture as a file, with its heading and styles.
    pub(super) fn standalone(&self, title: &str, description: &str) -> String {
        const MARGIN: f64 = 16.0;
        const HEADING: f64 = 20.0;
        let lines = metrics::wrap(title, 16.0 * metrics::BOLD, self.width);
        let head = MARGIN + HEADING * lines.len() as f64 + 8.0;
        let (width, height) = (self.width + 2.0 * MARGIN, self.height.ceil() + head + MARGIN);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"c\" viewBox=\"0 0 {width} \
             {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
             aria-labelledby=\"title description\">\n<title id=\"title\">",
            width = Short(width),
            height = Short(height),
        );
        escape(&mut text, title);
        text.push_str("</title>\n<desc id=\"description\">");
        escape(&mut text, description);
        text.push_str("</desc>\n<style>");
        text.push_str(&standalone_style());
        text.push_str("</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
        for (place, line) in lines.iter().enumerate() {
            let y = MARGIN + HEADING * (place as f64 + 0.75);
            let open = format!("<text class=\"title\" x=\"{}\" y=\"{}\">", Short(MARGIN), Short(y));
            text.push_str(&open);
            escape(&mut text, line);
            text.push_str("</text>");
        }
        let group = format!("<g transform=\"translate({} {})\">", Short(MARGIN), Short(head));
        text.push_str(&group);
        text.push_str(&self.body);
        text.push_str("</g>\n</svg>\n");
        text
    }

    /// Its height in pixels.
    pub(super) fn height(&self) -> f64 {
        self.height
    }

    /// Its width in pixels.
    #[cfg(test)]
    pub(super) fn width(&self) -> f64 {
        self.width
    }
}

/// A coordinate with one decimal at most, so that documents stay small.
struct Short(f64);

impl std::fmt::Display for Short {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = if self.0.is_finite() { (self.0 * 10.0).round() as i64 } else { 0 };
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        match tenth {
            0 => write!(formatter, "{sign}{whole}"),
            tenth => write!(formatter, "{sign}{whole}.{tenth}"),
        }
    }
}

/// A coordinate as text.
pub(super) fn short(value: f64) -> String {
    Short(value).to_string()
}

/// Text as XML and HTML hold it, without characters that XML forbids.
pub(super) fn escape(into: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\'' => into.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => into.push('\u{fffd}'),
            c if c.is_control() => into.push(' '),
            c => into.push(c),
        }
    }
}

/// A name as an identifier of a document.
fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}
