//! Tail probabilities and quantiles against values of arbitrary precision, see
//! tools/references/distributions-mpmath.py.

// Tests may allocate as they like.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use weighted_roc_core::distribution::{Beta, ChiSquare, Fisher, Normal, Student};
use weighted_roc_core::Error;

const PROBABILITY: f64 = 1e-13;
const QUANTILE: f64 = 1e-12;

/// The functions of one distribution, by x or by p.
struct Functions {
    lower: Box<dyn Fn(f64) -> f64>,
    upper: Box<dyn Fn(f64) -> f64>,
    density: Box<dyn Fn(f64) -> f64>,
    lower_quantile: Box<dyn Fn(f64) -> Result<f64, Error>>,
    upper_quantile: Box<dyn Fn(f64) -> Result<f64, Error>>,
}

macro_rules! functions {
    ($law:expr) => {{
        let law = $law;
        Functions {
            lower: Box::new(move |x| law.lower(x)),
            upper: Box::new(move |x| law.upper(x)),
            density: Box::new(move |x| law.density(x)),
            lower_quantile: Box::new(move |p| law.lower_quantile(p)),
            upper_quantile: Box::new(move |p| law.upper_quantile(p)),
        }
    }};
}

fn functions(name: &str, first: f64, second: f64) -> Functions {
    match name {
        "normal" => functions!(Normal),
        "student" => functions!(Student::new(first).unwrap()),
        "beta" => functions!(Beta::new(first, second).unwrap()),
        "fisher" => functions!(Fisher::new(first, second).unwrap()),
        "chi-square" => functions!(ChiSquare::new(first).unwrap()),
        _ => panic!("no distribution {name}"),
    }
}

struct Row {
    name: String,
    functions: Functions,
    x: f64,
    tails: [f64; 2],
}

fn rows() -> Vec<Row> {
    let file = include_str!("distribution.csv");
    let rows = file.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |i: usize| cells[i].parse::<f64>().unwrap();
        Row {
            name: line.to_string(),
            functions: functions(cells[0], number(1), number(2)),
            x: number(3),
            tails: [number(4), number(5)],
        }
    })
    .collect()
}

fn off(result: f64, right: f64) -> f64 {
    (result / right - 1.0).abs()
}

#[test]
fn both_tails_have_thirteen_digits() {
    let mut failed = 0;
    for row in rows() {
        let result = [(row.functions.lower)(row.x), (row.functions.upper)(row.x)];
        for (result, right) in result.into_iter().zip(row.tails) {
            if off(result, right) > PROBABILITY || result.is_nan() {
                println!(
                    "{}: {result:e} is off by {:.1e}",
                    row.name,
                    off(result, right)
                );
                failed += 1;
            }
        }
    }
    assert_eq!(failed, 0);
}

/// Two doubles below and above, or more: none between is nearer.
fn neighbours(x: f64) -> [f64; 2] {
    let near = 2.0 * (f64::EPSILON * x.abs()).max(f64::from_bits(1));
    [x - near, x + near]
}

#[test]
fn quantiles_are_where_the_probability_is() {
    let mut failed = 0;
    for row in rows() {
        let functions = &row.functions;
        for (tail, quantile, right) in [
            (&functions.lower, &functions.lower_quantile, row.tails[0]),
            (&functions.upper, &functions.upper_quantile, row.tails[1]),
        ] {
            let x = quantile(right).unwrap();
            let [first, second] = neighbours(x).map(tail);
            let (least, most) = (first.min(second), first.max(second));
            if !(least <= right * (1.0 + QUANTILE) && most >= right * (1.0 - QUANTILE)) {
                println!(
                    "{}: {x:e} for {right:e} has {:e}",
                    row.name,
                    off(tail(x), right)
                );
                failed += 1;
            }
        }
    }
    assert_eq!(failed, 0);
}

fn laws() -> Vec<(&'static str, Functions)> {
    let mut laws = vec![("normal", functions("normal", 0.0, 0.0))];
    for df in [1e-4, 0.3, 1.0, 2.0, 7.5, 1e4, 1e11] {
        laws.push(("student", functions("student", df, 0.0)));
        laws.push(("chi-square", functions("chi-square", df, 0.0)));
        for other in [1e-4, 1.0, 2.0, 33.3, 1e11, f64::INFINITY] {
            laws.push(("fisher", functions("fisher", df, other)));
        }
        for other in [1e-5, 1.0, 2.0, 33.3, 1e11] {
            laws.push(("beta", functions("beta", df, other)));
        }
    }
    laws.push(("student", functions("student", f64::INFINITY, 0.0)));
    laws
}

const PLACES: [f64; 21] = [
    0.0,
    5e-324,
    1e-300,
    1e-100,
    1e-9,
    1e-3,
    0.1,
    0.3,
    0.5,
    0.7,
    0.999,
    1.0,
    1.001,
    1.7,
    3.0,
    10.0,
    40.0,
    1e3,
    1e9,
    1e100,
    f64::INFINITY,
];

#[test]
fn tails_add_up_to_one_and_never_turn() {
    for (name, law) in laws() {
        let places = PLACES.iter().rev().map(|x| -x).chain(PLACES);
        let mut before = [0.0, 1.0];
        for x in places {
            let [lower, upper] = [(law.lower)(x), (law.upper)(x)];
            assert!(
                (lower + upper - 1.0).abs() < 1e-13,
                "{name} at {x}: {lower} {upper}"
            );
            let turns = lower < before[0] * (1.0 - 1e-12) || upper > before[1] * (1.0 + 1e-12);
            assert!(!turns, "{name} at {x}: {lower} {upper} after {before:?}");
            assert!((law.density)(x) >= 0.0, "{name} at {x}");
            before = [lower, upper];
        }
        assert!((law.lower)(f64::NAN).is_nan() && (law.upper)(f64::NAN).is_nan());
        assert!((law.density)(f64::NAN).is_nan());
    }
}

/// Quantiles of all probabilities are where these are, as near as doubles can be, and ascend.
#[test]
fn quantiles_come_back() {
    let tails = [5e-324, 1e-300, 1e-100, 1e-17, 1e-9, 1e-3, 0.1, 0.49, 0.5];
    let mut probabilities: Vec<f64> = tails.to_vec();
    probabilities.extend([0.51, 0.9, 0.999, 1.0 - 1e-9, 1.0 - f64::EPSILON / 2.0]);
    for (name, law) in laws() {
        let mut before = [f64::NEG_INFINITY, f64::INFINITY];
        for &p in &probabilities {
            let result = [
                (law.lower_quantile)(p).unwrap(),
                (law.upper_quantile)(p).unwrap(),
            ];
            assert!(
                result[0] >= before[0] && result[1] <= before[1],
                "{name} {p:e}: {result:?} {before:?}"
            );
            before = result;
            for (x, tail) in result.into_iter().zip([&law.lower, &law.upper]) {
                let [first, second] = neighbours(x).map(tail);
                let (least, most) = (first.min(second), first.max(second));
                // The least doubles have few digits.
                let near = if p < 1e-300 { 0.5 } else { 1e-12 };
                let is_there = least <= p * (1.0 + near) && most >= p * (1.0 - near);
                // No double is as small or as large as some quantiles.
                let is_end = x == 0.0 || x == 1.0 || x.abs() == f64::INFINITY;
                assert!(
                    is_there || is_end,
                    "{name} {p:e}: {x:e} has {least:e} to {most:e}"
                );
            }
        }
        for quantile in [&law.lower_quantile, &law.upper_quantile] {
            for p in [-5e-324, 1.0 + f64::EPSILON, f64::NAN, f64::INFINITY] {
                assert!(
                    matches!(quantile(p), Err(Error::Range { .. })),
                    "{name} {p}"
                );
            }
            assert!(!quantile(0.0).is_ok_and(f64::is_nan));
        }
        assert_eq!((law.lower)((law.lower_quantile)(0.0).unwrap()), 0.0);
        assert_eq!((law.upper)((law.upper_quantile)(0.0).unwrap()), 0.0);
    }
}

#[test]
fn densities_are_derivatives() {
    for row in rows() {
        let step = 1e-5 * row.x.abs();
        let [before, after] = [row.x - step, row.x + step];
        let small = if row.tails[0] < row.tails[1] { 0 } else { 1 };
        let tail = |x: f64| match small {
            0 => (row.functions.lower)(x),
            _ => -(row.functions.upper)(x),
        };
        let density = (row.functions.density)(row.x);
        // A difference has no digits where the density changes much within the step, or hardly the tail.
        let change = (row.functions.density)(before) / (row.functions.density)(after);
        let difference = tail(after) - tail(before);
        if (change - 1.0).abs() < 1e-2 && difference > 1e-7 * row.tails[small] {
            let result = difference / (2.0 * step);
            assert!(
                off(density, result) < 1e-4,
                "{}: {density:e} {result:e}",
                row.name
            );
        }
    }
}

#[test]
fn both_sides_are_alike() {
    for df in [0.01, 1.0, 3.7, 1e5, f64::INFINITY] {
        let t = Student::new(df).unwrap();
        for x in [0.0, 1e-300, 0.1, 1.0, 7.0, 1e200] {
            assert_eq!(t.lower(-x), t.upper(x));
            assert_eq!(t.density(-x), t.density(x));
        }
        for p in [1e-300, 0.025, 0.4] {
            assert_eq!(t.lower_quantile(p).unwrap(), -t.upper_quantile(p).unwrap());
        }
    }
    let (one, other) = (Beta::new(2.5, 7.0).unwrap(), Beta::new(7.0, 2.5).unwrap());
    assert_eq!(one.lower(0.25), other.upper(0.75));
}

#[test]
fn parameters_out_of_range_are_refused() {
    let refused = |result: Option<Error>| matches!(result, Some(Error::Parameter { .. }));
    for bad in [0.0, -1.0, 1e-6, 1e300, f64::NAN, f64::NEG_INFINITY] {
        assert!(refused(Beta::new(bad, 1.0).err()) && refused(Beta::new(1.0, bad).err()));
        assert!(refused(Fisher::new(bad, 1.0).err()) && refused(Fisher::new(1.0, bad).err()));
        assert!(refused(ChiSquare::new(bad).err()));
        assert!(refused(Student::new(bad).err()) || bad == 1e300);
    }
}
