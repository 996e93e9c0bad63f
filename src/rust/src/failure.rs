//! What goes wrong, as an R list of class `wroc_failure`: `kind`, and fields that R words.

use extendr_api::prelude::*;
use std::panic::{catch_unwind, AssertUnwindSafe};
use weighted_roc_core::{Argument, Error};

/// The fields of a failure; the first is its `kind`.
pub struct Failure(Vec<(&'static str, Robj)>);

impl Failure {
    fn new(kind: &'static str) -> Failure {
        Failure(vec![("kind", kind.into())])
    }

    fn with(mut self, name: &'static str, value: impl Into<Robj>) -> Failure {
        self.0.push((name, value.into()));
        self
    }

    /// A mistake of this package, not of its user.
    pub fn internal(detail: String) -> Failure {
        Failure::new("internal").with("detail", detail)
    }

    /// What is wrong with a curve, by the name of the argument that it was given as.
    pub fn of_curve(error: Error, argument: &'static str) -> Failure {
        Failure::from(error).with("argument", argument)
    }

    /// In which of several scores it is, counted from 0.
    pub fn of_score(self, score: usize) -> Failure {
        self.with("score", one_based(score))
    }

    /// Where something is wrong: a column of a curve, or an argument.
    fn at(self, place: Argument) -> Failure {
        let kind = match place {
            Argument::Guess | Argument::Label | Argument::Weight => "argument",
            _ => "column",
        };
        self.with(kind, place.name())
    }

    /// The curve has more rows than a data.frame can.
    pub fn too_many_rows(rows: usize) -> Failure {
        Failure::new("too_many_rows").with("rows", rows as f64)
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
            Error::TooMany { observations } => {
                Failure::new("too_many_rows").with("rows", observations as f64)
            }
            Error::Memory { bytes } => Failure::new("memory").with("bytes", bytes as f64),
            Error::Interrupted => Failure::new("interrupted"),
            other => Failure::internal(other.to_string()),
        }
    }
}

impl From<Failure> for Robj {
    fn from(failure: Failure) -> Robj {
        let mut list: Robj = List::from_pairs(failure.0).into();
        list.set_class(["wroc_failure"])
            .expect("a list takes a class")
            .clone()
    }
}

/// Runs a shim's body; a failure or a panic comes back as a `wroc_failure`.
pub fn guard(body: impl FnOnce() -> Result<Robj, Failure>) -> Robj {
    // A panic leaves nothing half-written that R could see: results are returned, not shared.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(result)) => result,
        Ok(Err(failure)) => failure.into(),
        Err(panic) => {
            let detail = match panic.downcast_ref::<String>() {
                Some(text) => text.clone(),
                None => match panic.downcast_ref::<&str>() {
                    Some(text) => text.to_string(),
                    None => "a panic without a message".to_string(),
                },
            };
            Failure::internal(detail).into()
        }
    }
}
