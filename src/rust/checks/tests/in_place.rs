//! What is computed in the caller's memory, and written over it, is what is computed elsewhere.

use weighted_roc_checks::case::{Case, ScoreColumn};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::{weights, Shape};
use weighted_roc_checks::statistic::statistic;
use weighted_roc_core::{wmw_in_columns, Error, Ranking};

const CASES: usize = 500;

/// How many observations are summed before a sum is put in order, in the core.
const BLOCK: usize = 1 << 16;

/// Columns that are not as clean as the core's own.
fn allocate(length: usize) -> Result<(Vec<f64>, Vec<f64>), Error> {
    Ok((vec![f64::NAN; length], vec![-1.0; length]))
}

fn ranking(case: &Case) -> Ranking {
    Ranking::in_columns(&case.observations(), allocate, &mut || false).unwrap()
}

fn write_in_place(ranking: Ranking) -> Curve {
    let column = vec![f64::NAN; ranking.rows()];
    let (mut tpr, mut fpr, mut false_positive) = (column.clone(), column.clone(), column);
    let (threshold, false_negative) =
        ranking.write_in_place(&mut tpr, &mut fpr, &mut false_positive);
    Curve {
        tpr,
        fpr,
        threshold,
        false_negative,
        false_positive,
    }
}

fn bits(curve: &Curve) -> Vec<u64> {
    let [tpr, fpr] = curve.rates();
    let [false_negative, false_positive] = curve.counts();
    let columns = [tpr, fpr, &curve.threshold, false_negative, false_positive];
    columns
        .concat()
        .iter()
        .map(|value| value.to_bits())
        .collect()
}

/// Whether the curve fits in place; if so, it is the same there.
fn checked(case: &Case, of: &str) -> bool {
    let ranking = ranking(case);
    let fits = ranking.fits_in_place();
    if fits {
        let found = bits(&write_in_place(ranking));
        assert!(found == bits(&Curve::of(case).unwrap()), "{of}");
    }
    fits
}

#[test]
fn a_curve_written_in_place_is_the_same() {
    let mut rng = Rng::new(1);
    let mut in_place = 0;
    for _ in 0..CASES {
        let n = 2 + 200_000f64.powf(rng.unit()) as usize;
        let shape = Shape::any(&mut rng);
        let case = shape.case(n, &mut rng);
        in_place += usize::from(checked(&case, &format!("{n} rows: {}", shape.name())));
    }
    assert!(in_place > CASES / 20, "{in_place}");
}

#[test]
fn a_curve_of_several_blocks_written_in_place_is_the_same_whatever_the_weights() {
    let mut rng = Rng::new(2);
    for weights in weights::SHAPES {
        let mut in_place = 0;
        for n in [BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 7] {
            let shape = Shape {
                weights,
                ..Shape::any(&mut rng)
            };
            let mut scores: Vec<f64> = (0..n).map(|i| i as f64 / 3.0).collect();
            rng.shuffle(&mut scores);
            let case = Case {
                scores: ScoreColumn::F64(scores),
                ..shape.case(n, &mut rng)
            };
            let weightless = case.rows().iter().any(|row| row.weight == 0.0);
            assert_eq!(checked(&case, weights.0), !weightless);
            in_place += usize::from(!weightless);
        }
        let some_zeros = ["integers", "mostly zero", "denormal"].contains(&weights.0);
        assert!(in_place == 5 || some_zeros, "{}", weights.0);
    }
}

#[test]
fn the_statistic_in_the_callers_memory_is_the_same() {
    let mut rng = Rng::new(3);
    for _ in 0..CASES {
        let n = 2 + 100_000f64.powf(rng.unit()) as usize;
        let shape = Shape::any(&mut rng);
        let case = shape.case(n, &mut rng);
        let found = wmw_in_columns(&case.observations(), allocate, &mut || false);
        assert_eq!(found, statistic(&case), "{n} rows: {}", shape.name());
    }
}
