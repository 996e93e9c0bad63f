//! The two thresholds of the reject option.

use num_rational::BigRational;
use weighted_roc_checks::calls::{hull, least_risk, reject, risk as expected_cost};
use weighted_roc_checks::decision::reject::{least, risk};
use weighted_roc_checks::decision::risk::{prior, Rates};
use weighted_roc_checks::exact::{is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::{any_prior, Sample};
use weighted_roc_core::decision::Costs;

/// By how much a risk may be off or above the least, relative to it.
const NEAR: f64 = 1e-12;

fn costs(rng: &mut Rng) -> (Costs, f64) {
    let mut cost = || match rng.below(3) {
        0 => rng.below(5) as f64,
        1 => rng.unit(),
        _ => 10f64.powf(8.0 * rng.unit() - 4.0),
    };
    let right = [cost(), cost()];
    let costs = Costs {
        false_positive: right[0] + cost(),
        false_negative: right[1] + cost(),
        true_positive: right[1],
        true_negative: right[0],
    };
    // It can't pay in the upper half of what is between.
    let most = costs.false_positive.min(costs.false_negative);
    let least = right[0].max(right[1]);
    (costs, least + 0.5 * rng.unit() * (most - least).max(0.1))
}

#[test]
fn no_two_thresholds_cost_less() {
    let mut rng = Rng::new(1);
    let mut rejecting = 0;
    for _ in 0..600 {
        let sample = Sample::up_to(25, &mut rng);
        let exact = sample.exact();
        let Sample { curve, name, .. } = sample;
        let ((costs, cost), given) = (costs(&mut rng), any_prior(&mut rng));
        let exact_prior = prior(given, &curve);
        let rates: Vec<Rates> = (0..curve.rows())
            .map(|row| Rates::by_weights(&exact, row))
            .collect();
        let of_curve = curve.given();
        let hull = hull(&of_curve).expect("memory");
        let result = reject(&of_curve, &hull, costs, cost, given);
        assert!(result.negative <= result.positive);
        let pair = [&rates[result.negative], &rates[result.positive]];
        let own = risk(pair, &costs, cost, &exact_prior);
        let least = least(&rates, &costs, cost, &exact_prior);
        let seen = || format!("{name}: {result:?}: {costs:?} {cost} {given:?}: {curve:?}");
        assert!(is_near(result.risk, &own, NEAR, 1e-300), "{}", seen());
        assert!(
            own <= &least * rational(1.0 + NEAR),
            "{} {:e} {:e}",
            seen(),
            rounded(&own),
            rounded(&least)
        );
        for (rejected, [of_negative, of_positive]) in result
            .rejected
            .into_iter()
            .zip([[&pair[0].tnr, &pair[1].fpr], [&pair[0].fnr, &pair[1].tpr]])
        {
            let exact = rational(1.0) - of_negative - of_positive;
            assert!(is_near(rejected, &exact, 1e-12, 1e-15), "{}", seen());
        }
        match result.negative == result.positive {
            true => {
                let single = expected_cost(&of_curve, costs, given).expect("costs");
                let row = least_risk(&single).expect("memory");
                assert!(
                    row == result.negative
                        || single.at_row(row).unwrap() >= result.risk * (1.0 - NEAR)
                );
            }
            false => rejecting += 1,
        }
    }
    assert!(rejecting > 30, "{rejecting}");
}

/// Chow: with errors of cost 1 it does not pay from a cost of 1/2 on, whatever the prior.
#[test]
fn from_half_an_error_on_nothing_is_rejected() {
    let mut rng = Rng::new(2);
    let costs = Costs {
        false_positive: 1.0,
        false_negative: 1.0,
        true_positive: 0.0,
        true_negative: 0.0,
    };
    for _ in 0..300 {
        let curve = Sample::up_to(40, &mut rng).curve;
        let given = any_prior(&mut rng);
        let of_curve = curve.given();
        let hull = hull(&of_curve).expect("memory");
        let single = least_risk(&expected_cost(&of_curve, costs, given).expect("costs"));
        for cost in [0.5, 0.7, 1.0, 2.0] {
            let result = reject(&of_curve, &hull, costs, cost, given);
            assert_eq!(result.negative, result.positive);
            assert_eq!(Ok(result.negative), single);
            assert_eq!(result.rejected, [0.0; 2]);
        }
        // For nothing all is rejected that is not sure.
        let free = reject(&of_curve, &hull, costs, 0.0, given);
        let is_free: BigRational = rational(free.risk);
        assert_eq!(is_free, rational(0.0), "{free:?}");
    }
}
