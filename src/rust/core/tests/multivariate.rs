//! The greatest of several normal or t variables against exact values, see
//! tools/references/multivariate-mpmath.py.

// Tests may allocate as they like.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use weighted_roc_core::distribution::MultivariateT;

/// The variables of a case, as linear functions of independent ones.
fn rows(case: &str, number: usize) -> Vec<Vec<f64>> {
    let unit = |k: usize, length: usize| -> Vec<f64> {
        (0..length).map(|i| f64::from(u8::from(i == k))).collect()
    };
    match case {
        "independent" => (0..number).map(|k| unit(k, number)).collect(),
        "factor" => (0..number)
            .map(|k| {
                let load = (k + 1) as f64 / (number + 1) as f64;
                let mut row = unit(k, number);
                row[k] = (1.0 - load * load).sqrt();
                row.push(load);
                row
            })
            .collect(),
        "range" => (0..number)
            .flat_map(|k| (k + 1..number).map(move |l| [k, l]))
            .map(|[k, l]| {
                let others = unit(l, number);
                unit(k, number)
                    .iter()
                    .zip(others)
                    .map(|(a, b)| a - b)
                    .collect()
            })
            .collect(),
        "plane" => (1..=number)
            .map(|i| {
                let angle = (i * i) as f64 / 3.0;
                vec![angle.cos(), angle.sin()]
            })
            .collect(),
        _ => panic!("no case {case}"),
    }
}

fn law(case: &str, number: usize, df: f64) -> MultivariateT {
    let rows = rows(case, number);
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let covariance: Vec<f64> = rows
        .iter()
        .flat_map(|a| rows.iter().map(move |b| product(a, b)))
        .collect();
    MultivariateT::new(&covariance, df, &mut || false).unwrap()
}

#[test]
fn upper_tails_have_the_error_that_is_stated() {
    let file = include_str!("multivariate.csv");
    let mut laws: Vec<(String, MultivariateT)> = Vec::new();
    let mut failed = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |i: usize| cells[i].parse::<f64>().unwrap();
        let name = cells[..3].join(",");
        if laws.last().map_or(true, |(of, _)| *of != name) {
            laws.push((name.clone(), law(cells[0], number(1) as usize, number(2))));
        }
        let (x, right) = (number(3), number(4));
        let result = laws[laws.len() - 1].1.upper(x);
        let off = result - right;
        println!("{name} {x} {right:.3e}: {off:+.1e}, {:+.1e}", off / right);
        let bound = match cells[0] {
            "plane" => 1e-10 * right,
            _ if right > 0.1 => 3e-4,
            _ => (0.1 * right).min(1e-4),
        };
        failed += usize::from(off.is_nan() || off.abs() > bound);
    }
    assert_eq!(failed, 0);
}
