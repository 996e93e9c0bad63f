//! Errors: for R, a list of class `wroc_failure` with a `kind` and fields that R words.

use crate::r::{
    named_list, set_class, strings, Rf_ScalarLogical, Rf_ScalarReal, Rf_allocVector, Rf_protect,
    SET_VECTOR_ELT,
};
use crate::session::{protected, Jump};
use extendr_ffi::{Rf_unprotect, REAL, SEXP, SEXPTYPE};
use std::borrow::Cow;
use weighted_roc_core::{Argument, Error};

/// The names and the values of a failure's fields; the first is its `kind`.
pub struct Failure {
    names: Vec<&'static str>,
    values: Vec<Field>,
}

pub enum Field {
    Flag(bool),
    Number(f64),
    Numbers(Vec<f64>),
    Text(Cow<'static, str>),
}

impl From<bool> for Field {
    fn from(flag: bool) -> Field {
        Field::Flag(flag)
    }
}

impl From<f64> for Field {
    fn from(number: f64) -> Field {
        Field::Number(number)
    }
}

impl From<Vec<f64>> for Field {
    fn from(numbers: Vec<f64>) -> Field {
        Field::Numbers(numbers)
    }
}

impl From<&'static str> for Field {
    fn from(text: &'static str) -> Field {
        Field::Text(text.into())
    }
}

impl From<String> for Field {
    fn from(text: String) -> Field {
        Field::Text(text.into())
    }
}

impl Field {
    /// # Safety
    /// Within [`protected`].
    unsafe fn object(&self) -> SEXP {
        match self {
            Field::Flag(flag) => Rf_ScalarLogical(i32::from(*flag)),
            Field::Number(number) => Rf_ScalarReal(*number),
            Field::Numbers(numbers) => {
                let vector = Rf_allocVector(SEXPTYPE::REALSXP, numbers.len() as isize);
                for (i, number) in numbers.iter().enumerate() {
                    *REAL(vector).add(i) = *number;
                }
                vector
            }
            Field::Text(text) => strings(&[text]),
        }
    }
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
    fn with(mut self, name: &'static str, value: impl Into<Field>) -> Failure {
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
                let list = Rf_protect(named_list(names));
                for (i, value) in values.iter().enumerate() {
                    SET_VECTOR_ELT(list, i as isize, value.object());
                }
                set_class(list, "wroc_failure");
                Rf_unprotect(1);
                list
            })
        }
    }

    /// A mistake of this package, not of its user.
    pub fn internal(detail: String) -> Failure {
        Failure::new("internal").with("detail", detail)
    }

    /// Returns the error of an invalid quantity, which its user has edited by hand.
    pub fn of_quantity(detail: impl Into<Field>) -> Failure {
        Failure::new("type")
            .with("argument", "measure")
            .with("detail", detail)
    }

    /// Returns the error of an invalid curve, with the name of its argument.
    pub fn of_curve(error: Error, argument: &'static str) -> Failure {
        Failure::from(error).with("argument", argument)
    }

    /// Returns the error of an option that is not a number of threads.
    pub fn of_threads() -> Failure {
        Failure::new("option").with("argument", "WeightedROC.threads")
    }

    /// A whole number that no double is.
    pub fn inexact(row: usize) -> Failure {
        Failure::new("inexact").with("position", one_based(row))
    }

    /// In which of several scores it is, counted from 0.
    pub fn of_score(mut self, score: usize) -> Failure {
        match self.names.iter().position(|&name| name == "score") {
            Some(known) => self.values[known] = one_based(score).into(),
            None => return self.with("score", one_based(score)),
        }
        self
    }

    /// Where something is wrong: a column of a curve, or an argument.
    fn at(self, place: Argument) -> Failure {
        let kind = match place {
            Argument::Scores
            | Argument::Labels
            | Argument::Weights
            | Argument::Times
            | Argument::Status => "argument",
            _ => "column",
        };
        self.with(kind, name_of(place))
    }

    /// The curve has more rows than a data.frame can.
    pub fn too_many_rows(rows: usize) -> Failure {
        Failure::new("too_many_rows").with("rows", rows as f64)
    }
}

/// Returns R's name of an argument, or of a column of a curve.
fn name_of(place: Argument) -> &'static str {
    match place {
        Argument::Scores => "guess",
        Argument::Labels => "label",
        Argument::Weights => "weight",
        Argument::Times => "time",
        Argument::Tpr => "TPR",
        Argument::Fpr => "FPR",
        Argument::Threshold => "threshold",
        Argument::FalseNegative => "FN",
        Argument::FalsePositive => "FP",
        Argument::TrueNegative => "TN",
        other => other.name(),
    }
}

/// R counts from 1, and in doubles where a vector may be long.
fn one_based(position: usize) -> f64 {
    (position + 1) as f64
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Empty => Failure::new("empty").with("argument", "label"),
            Error::Missing { argument, position } => Failure::new("missing")
                .at(argument)
                .with("position", one_based(position)),
            Error::Weight { position, value } => Failure::new("weight")
                .with("argument", "weight")
                .with("position", one_based(position))
                .with("value", value),
            Error::Labels { found, more } => Failure::new("labels")
                .with("argument", "label")
                .with("value", found)
                .with("more", more),
            Error::OneClass { value } => Failure::new("one_class")
                .with("argument", "label")
                .with("value", value),
            Error::NoWeight { class } => Failure::new("no_weight")
                .with("argument", "weight")
                .with("class_name", class.name()),
            Error::Overflow { class } => Failure::new("overflow")
                .with("argument", "weight")
                .with("class_name", class.name()),
            Error::TooFewPoints { points } => {
                Failure::new("too_few_rows").with("rows", points as f64)
            }
            Error::Infinite {
                argument,
                position,
                value,
            } => Failure::new("infinite")
                .at(argument)
                .with("position", one_based(position))
                .with("value", value),
            Error::Increasing {
                argument,
                position,
                from,
                to,
            } => Failure::new("increasing")
                .at(argument)
                .with("position", one_based(position))
                .with("value", to)
                .with("previous", from),
            Error::Decreasing {
                argument,
                position,
                from,
                to,
            } => Failure::new("decreasing")
                .at(argument)
                .with("position", one_based(position))
                .with("value", to)
                .with("previous", from),
            Error::End {
                argument,
                position,
                value,
                expected,
            } => Failure::new("ends")
                .at(argument)
                .with("position", one_based(position))
                .with("value", value)
                .with("expected", expected),
            Error::Disagreement {
                argument,
                position,
                value,
                expected,
            } => Failure::new("disagree")
                .at(argument)
                .with("position", one_based(position))
                .with("value", value)
                .with("expected", expected),
            Error::Forecast { position, value } => Failure::new("forecast")
                .at(Argument::Threshold)
                .with("position", one_based(position))
                .with("value", value),
            Error::Time { position, value } => Failure::new("time")
                .with("argument", "time")
                .with("position", one_based(position))
                .with("value", value),
            Error::Status { position, value } => Failure::new("status")
                .with("argument", "status")
                .with("position", one_based(position))
                .with("value", f64::from(value)),
            Error::NoneAtTime {
                class,
                time,
                first,
                last,
                is_closed,
            } => Failure::new("time")
                .with("argument", "t")
                .with("class_name", class.name())
                .with("value", time)
                .with("first", first)
                .with("last", last)
                .with("closed", is_closed),
            Error::NotFollowed {
                stratum,
                time,
                share,
                first,
                last,
            } => Failure::new("time")
                .with("argument", "t")
                .with("stratum", one_based(stratum))
                .with("share", share)
                .with("value", time)
                .with("first", first)
                .with("last", last)
                .with("closed", true),
            Error::NeverFollowed {
                position,
                time,
                last,
            } => Failure::new("time")
                .with("argument", "censoring")
                .with("position", one_based(position))
                .with("value", time)
                .with("last", last),
            Error::Divergence => Failure::new("divergence").with("argument", "censoring"),
            Error::TooManyRows { class, rows } => Failure::new("counts")
                .with("argument", "weight")
                .with("class_name", class.name())
                .with("value", rows)
                .with("most", Error::MAX_ROWS),
            Error::TooMany { observations } => {
                Failure::new("too_many_rows").with("rows", observations as f64)
            }
            Error::Unreachable { range, reached } => Failure::new("unreachable")
                .with("from", range[0])
                .with("to", range[1])
                .with("least", reached[0])
                .with("most", reached[1]),
            Error::Rank { rank, units } => Failure::new("length")
                .with("argument", "weights_model")
                .with("length", rank as f64)
                .with("expected", units as f64),
            Error::SplitCluster { position } => Failure::new("cluster")
                .with("argument", "cluster")
                .with("position", one_based(position)),
            Error::FoldClass { fold, class } => Failure::new("fold")
                .with("argument", "fold")
                .with("value", one_based(fold))
                .with("class_name", class.name()),
            Error::OfScore { score, error } => Failure::from(*error).of_score(score),
            Error::Memory { bytes } => Failure::new("memory").with("bytes", bytes as f64),
            other => Failure::internal(other.to_string()),
        }
    }
}

/// A jump of R's goes on whatever a shim says (see [`enter`](crate::entry::enter)).
impl From<Jump> for Failure {
    fn from(jump: Jump) -> Failure {
        Failure::from(Error::from(jump))
    }
}
