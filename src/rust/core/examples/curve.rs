//! `cargo run --example curve [FILE]`: the curve of observations, and the AUC with its 95% confidence interval.
//!
//! Each line of the file, or of standard input, is one observation: its score, its label (0 or 1)
//! and its weight, apart by blanks. `liver.txt` beside this file has the patients of the R package's README, with
//! their bilirubin for a score.

// An example may run out of memory.
#![allow(clippy::disallowed_methods)]

use std::fmt::Display;
use std::fs::File;
use std::io::{self, stdin, stdout, BufRead, BufReader, Write};
use std::process::ExitCode;
use std::str::FromStr;
use weighted_roc_core::curve::{OwnedCurve, Ranking};
use weighted_roc_core::interval::{area_intervals, AreaEstimate, AreaRequest};
use weighted_roc_core::{Error, Labels, Observations, Options, Scores, Weights};

#[derive(Default)]
struct Columns {
    scores: Vec<f64>,
    labels: Vec<i32>,
    weights: Vec<f64>,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let input: Box<dyn BufRead> = match std::env::args().nth(1) {
        Some(file) => Box::new(BufReader::new(
            File::open(&file).map_err(|error| format!("{file}: {error}"))?,
        )),
        None => Box::new(stdin().lock()),
    };
    let columns = read(input)?;
    let (curve, area) = analyse(&columns).map_err(|error| with_line(&error))?;
    print(&curve, &area).map_err(|error| error.to_string())
}

fn read(input: impl BufRead) -> Result<Columns, String> {
    let mut columns = Columns::default();
    for (i, line) in input.lines().enumerate() {
        let at_line = |wrong: &dyn Display| format!("line {}: {wrong}", i + 1);
        let line = line.map_err(|error| at_line(&error))?;
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [score, label, weight] = fields[..] else {
            return Err(at_line(&"wanted: SCORE LABEL WEIGHT"));
        };
        columns.scores.push(number(score).map_err(|e| at_line(&e))?);
        columns.labels.push(number(label).map_err(|e| at_line(&e))?);
        columns
            .weights
            .push(number(weight).map_err(|e| at_line(&e))?);
    }
    Ok(columns)
}

fn number<T: FromStr>(field: &str) -> Result<T, String>
where
    T::Err: Display,
{
    field.parse().map_err(|error| format!("`{field}`: {error}"))
}

fn analyse(columns: &Columns) -> Result<(OwnedCurve, AreaEstimate), Error> {
    let observations = Observations {
        scores: Scores::F64(&columns.scores),
        labels: Labels::I32(&columns.labels),
        weights: Weights::F64(&columns.weights),
    };
    let mut never = || false;
    let curve = Ranking::new(&observations, Options::new(&mut never))?.to_curve(&mut never)?;
    let request = AreaRequest::default();
    let areas = area_intervals(&[observations], &request, Options::new(&mut never));
    Ok((curve, areas?[0]))
}

/// The core counts observations from 0.
fn with_line(error: &Error) -> String {
    match error {
        Error::Missing { position, .. } | Error::Weight { position, .. } => {
            format!("line {}: {error}", position + 1)
        }
        _ => error.to_string(),
    }
}

fn print(curve: &OwnedCurve, area: &AreaEstimate) -> io::Result<()> {
    let points = curve.as_curve().points();
    let mut to = stdout().lock();
    writeln!(to, "TPR\tFPR\tthreshold\tFN\tFP")?;
    for row in 0..points.tpr.len() {
        writeln!(
            to,
            "{}\t{}\t{}\t{}\t{}",
            points.tpr[row],
            points.fpr[row],
            points.threshold[row],
            points.false_negative[row],
            points.false_positive[row]
        )?;
    }
    let interval = area.interval;
    writeln!(
        to,
        "AUC\t{}\t{}\t{}",
        area.value, interval.low, interval.high
    )
}
