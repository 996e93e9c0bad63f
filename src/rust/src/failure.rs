//! Errors: for R, a list of class `wroc_failure` with a `kind` and fields that R words.

use crate::r::{set_class, Rf_protect};
use crate::result::{list_of, one_based, Value};
use crate::session::{protected, Jump};
use extendr_ffi::{Rf_unprotect, SEXP};
use weighted_roc_core::{Argument, Error, Range};

/// The names and the values of a failure's fields; the first is its `kind`.
pub struct Failure {
    names: Vec<&'static str>,
    values: Vec<Value>,
}

impl Failure {
    fn new(kind: &'static str) -> Failure {
        let fields = Failure {
            names: Vec::new(),
            values: Vec::new(),
        };
        fields.with("kind", kind)
    }

    // A few fields.
    #[allow(clippy::disallowed_methods)]
    fn with(mut self, name: &'static str, value: impl Into<Value>) -> Failure {
        self.names.push(name);
        self.values.push(value.into());
        self
    }

    /// The failure as an object of R's, which nothing protects.
    pub fn into_r(self) -> Result<SEXP, Jump> {
        let (names, values) = (&self.names, &self.values);
        // SAFETY: the body owns nothing.
        unsafe {
            protected(|| {
                let list = Rf_protect(list_of(names, values));
                set_class(list, "wroc_failure");
                Rf_unprotect(1);
                list
            })
        }
    }

    /// A mistake of this package, not of its user.
    pub fn internal(detail: impl Into<Value>) -> Failure {
        Failure::new("internal").with("detail", detail)
    }

    /// Returns the error of an invalid quantity, which its user has edited by hand.
    pub fn in_quantity(detail: impl Into<Value>) -> Failure {
        Failure::new("type")
            .with("argument", "measure")
            .with("detail", detail)
    }

    /// Returns the error of an invalid curve, with the name of its argument.
    pub fn in_curve(error: Error, argument: &'static str) -> Failure {
        Failure::from(error).with("argument", argument)
    }

    /// Returns the error of a tally that was edited by hand: a row that belongs to none.
    pub fn in_tally(error: Error) -> Failure {
        match error {
            Error::Memory { .. } | Error::Interrupted => Failure::from(error),
            Error::Powers {
                class,
                position,
                score,
            } => Failure::new("tally")
                .with("column", class.name())
                .with("position", one_based(position))
                .with("score", score),
            error => Failure::new("tally").with("detail", error.to_string()),
        }
    }

    /// Returns the error of an option that is not a number of threads.
    pub fn in_threads() -> Failure {
        Failure::new("option").with("argument", "WeightedROC.threads")
    }

    /// A whole number that no double is.
    pub fn inexact(row: usize) -> Failure {
        Failure::new("inexact").with("position", one_based(row))
    }

    /// In which of several scores it is, counted from 0.
    pub fn in_score(mut self, score: usize) -> Failure {
        match self.names.iter().position(|&name| name == "score") {
            Some(known) => self.values[known] = one_based(score).into(),
            None => return self.with("score", one_based(score)),
        }
        self
    }

    /// Where something is wrong: a column of a curve, or an argument.
    fn at_argument(self, place: Argument) -> Failure {
        let kind = match place {
            Argument::Scores
            | Argument::Labels
            | Argument::Weights
            | Argument::Times
            | Argument::Status => "argument",
            _ => "column",
        };
        self.with(kind, place.name())
    }

    /// A number outside of its range; R calls one that is not a number missing.
    fn out_of_range(
        argument: &'static str,
        range: Range,
        position: Option<usize>,
        value: f64,
    ) -> Failure {
        let kind = if value.is_nan() {
            "missing"
        } else if range.is_after() {
            "ascending"
        } else {
            "range"
        };
        Failure::new(kind)
            .with("argument", argument)
            .with("position", one_based(position.unwrap_or(0)))
            .with("single", position.is_none())
            .with("value", value)
            .with("range", range.to_string())
            .with("nearest", range.next_to(value))
            .with("of_shares", range.is_of_shares())
    }

    /// The curve has more rows than a data.frame can.
    pub fn too_many_rows(rows: usize) -> Failure {
        Failure::new("too_many_rows").with("rows", rows as f64)
    }
}

/// The failures of errors: their kind, and their fields by R's names. `at` is a column of a curve, or an argument.
macro_rules! failures {
    ($error:expr; $($variant:ident { $($part:ident),* } => $kind:literal
        $(at $place:ident)? ($($name:ident: $value:expr),*);)*) => {
        match $error {
            $(Error::$variant { $($part),* } => {
                Failure::new($kind)$(.at_argument($place))?$(.with(stringify!($name), $value))*
            })*
            Error::Range { argument, range, position, value } => Failure::out_of_range(argument, range, position, value),
            Error::OfScore { score, error } => Failure::from(*error).in_score(score),
            other => Failure::internal(other.to_string()),
        }
    };
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        failures! { error;
            Empty {} => "empty" (argument: "label");
            Missing { argument, position } => "missing" at argument (position: one_based(position));
            Weight { position, value } => "weight" (argument: "weight", position: one_based(position), value: value);
            NotACount { position, value } => "weight"
                (argument: "weight", position: one_based(position), value: value, whole: true);
            Labels { found, more } => "labels" (argument: "label", value: found, more: more);
            OneClass { value } => "one_class" (argument: "label", value: value);
            NoWeight { class } => "no_weight" (argument: "weight", class_name: class.name());
            Overflow { class } => "overflow" (argument: "weight", class_name: class.name());
            TooManyRows { class, rows } => "counts"
                (argument: "weight", class_name: class.name(), value: rows, most: Error::MAX_ROWS);
            TooFewPoints { points } => "too_few_rows" (rows: points as f64);
            TooMany { observations } => "too_many_rows" (rows: observations as f64);
            Infinite { argument, position, value } => "infinite" at argument
                (position: one_based(position), value: value);
            Increasing { argument, position, from, to } => "increasing" at argument
                (position: one_based(position), value: to, previous: from);
            Decreasing { argument, position, from, to } => "decreasing" at argument
                (position: one_based(position), value: to, previous: from);
            End { argument, position, value, expected } => "ends" at argument
                (position: one_based(position), value: value, expected: expected);
            Disagreement { argument, position, value, expected } => "disagree" at argument
                (position: one_based(position), value: value, expected: expected);
            Inside { position } => "curve" (column: "area_right", position: one_based(position));
            Forecast { position, value } => "forecast"
                (column: "threshold", position: one_based(position), value: value);
            Interval { argument, ends } => "interval" (argument: argument, value: ends);
            Costs { error, right, must_exceed, position, values } => "costs"
                (argument: error, right: right, must_exceed: must_exceed, single: position.is_none(),
                 position: one_based(position.unwrap_or(0)), value: values[0], least: values[1]);
            Time { position, value } => "time" (argument: "time", position: one_based(position), value: value);
            Status { position, value } => "status" (argument: "status", position: one_based(position), value: value);
            NoneAtTime { class, time, first, last, is_closed } => "time"
                (argument: "t", class_name: class.name(), value: time, first: first, last: last, closed: is_closed);
            NotFollowed { stratum, time, share, first, last } => "time"
                (argument: "t", stratum: one_based(stratum), share: share, value: time, first: first, last: last,
                 closed: true);
            NeverFollowed { position, time, last } => "time"
                (argument: "censoring", position: one_based(position), value: time, last: last);
            Divergence {} => "divergence" (argument: "censoring");
            Unreachable { range, reached } => "unreachable"
                (from: range[0], to: range[1], least: reached[0], most: reached[1]);
            Rank { rank, units } => "length" (argument: "weights_model", length: rank as f64, expected: units as f64);
            SplitCluster { position } => "cluster" (argument: "cluster", position: one_based(position));
            FoldClass { fold, class } => "fold" (argument: "fold", value: one_based(fold), class_name: class.name());
            Memory { bytes } => "memory" (bytes: bytes as f64);
        }
    }
}

/// A jump of R's goes on whatever a shim says (see [`enter`](crate::entry::enter)).
impl From<Jump> for Failure {
    fn from(jump: Jump) -> Failure {
        Failure::from(Error::from(jump))
    }
}
