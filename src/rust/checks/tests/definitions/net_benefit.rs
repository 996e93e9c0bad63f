//! Net benefit, by its definition in exact arithmetic.

use num_rational::BigRational;
use num_traits::{One, Signed};
use weighted_roc_checks::calls::{hull, net_benefit};
use weighted_roc_checks::decision::risk::{prior, Rates};
use weighted_roc_checks::exact::{rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::{any_prior, Sample};

/// By how much it may be off, in terms of the larger of its parts.
const OFF: f64 = 8.0 * f64::EPSILON;

fn any_threshold(rng: &mut Rng) -> f64 {
    match rng.below(3) {
        0 => rng.pick(&[0.0, 1e-300, 0.5, 1.0 - f64::EPSILON / 2.0, 0.1]),
        _ => rng.unit(),
    }
}

/// Returns the benefit of true and the harm of false positives.
fn parts(rates: &Rates, threshold: f64, prior: &BigRational) -> [BigRational; 2] {
    let odds = rational(threshold) / (BigRational::one() - rational(threshold));
    let negatives = (BigRational::one() - prior) * &rates.fpr;
    [prior * &rates.tpr, negatives * odds]
}

#[test]
fn net_benefits_are_those_of_the_definition_and_none_is_above_the_hull() {
    let mut rng = Rng::new(1);
    for _ in 0..1000 {
        let Sample { curve, name, .. } = Sample::up_to(40, &mut rng);
        let (threshold, given) = (any_threshold(&mut rng), any_prior(&mut rng));
        let prior = prior(given, &curve);
        let of_curve = curve.given();
        let benefit = net_benefit(&of_curve, threshold, given);
        let mut most = None;
        let mut slack = rational(0.0);
        for row in 0..curve.rows() {
            let [gain, loss] = parts(&Rates::by_columns(&curve, row), threshold, &prior);
            let off = (&gain + &loss) * rational(OFF) + rational(1e-320);
            let exact = gain - loss;
            let result = benefit.at_row(row).unwrap();
            assert!(
                (rational(result) - &exact).abs() <= off,
                "{name}: {result:e}, not {:e}, in row {row} at {threshold:e}, {given:?}: {curve:?}",
                rounded(&exact)
            );
            slack = slack.max(off);
            most = most.max(Some(exact));
        }
        let best = benefit
            .best_on(&hull(&of_curve).expect("memory"))
            .expect("costs");
        let [gain, loss] = parts(&Rates::by_columns(&curve, best), threshold, &prior);
        assert!(
            gain - loss + rational(8.0) * slack >= most.expect("rows"),
            "{name}: row {best} at {threshold:e}, {given:?}: {curve:?}"
        );
    }
}
