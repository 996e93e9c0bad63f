//! A curve written over the working memory is the curve written elsewhere.

use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::Shape;
use weighted_roc_core::{Error, Ranking};

const CASES: usize = 500;

#[test]
fn a_curve_written_in_place_is_the_same() {
    let mut rng = Rng::new(1);
    let mut in_place = 0;
    for _ in 0..CASES {
        let n = 2 + 200_000f64.powf(rng.unit()) as usize;
        let shape = Shape::any(&mut rng);
        let case = shape.case(n, &mut rng);
        let allocate = |length| Ok::<_, Error>((vec![0.0; length], vec![0.0; length]));
        let ranking = Ranking::in_columns(&case.observations(), allocate, &mut || false).unwrap();
        if ranking.fits_in_place() {
            let expected = Curve::of(&case).unwrap();
            assert_eq!(
                write_in_place(ranking),
                expected,
                "{n} rows: {}",
                shape.name()
            );
            in_place += 1;
        }
    }
    assert!(in_place > 0);
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
