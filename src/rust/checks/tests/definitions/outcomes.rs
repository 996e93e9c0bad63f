//! Outcomes at a time against their definition in exact arithmetic: weights, and influences through them.

use num_rational::BigRational;
use num_traits::{Signed, Zero};
use weighted_roc_checks::exact::{is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_core::censoring::{outcome_weights, Censoring, Controls, Outcome};
use weighted_roc_core::sampling::{WeightModel, WeightModels};
use weighted_roc_core::{Options, Weights};

struct Case {
    times: Vec<f64>,
    status: Vec<i32>,
    weights: Vec<f64>,
    strata: Vec<i32>,
    at: f64,
    controls: Controls,
}

impl Case {
    /// With ties, and weights of several magnitudes, some of 0.
    fn any(rng: &mut Rng) -> Case {
        let n = 3 + rng.below(40);
        let distinct = 1 + rng.below(20);
        let magnitude = rng.pick(&[0.0, 4.0, 30.0]);
        let weight = |rng: &mut Rng| match rng.below(8) {
            0 => 0.0,
            _ => rng.unit() * (magnitude * (rng.unit() - 0.5)).exp2(),
        };
        let number = 1 + rng.below(3);
        Case {
            times: (0..n).map(|_| rng.below(distinct) as f64 / 4.0).collect(),
            status: (0..n).map(|_| rng.below(3) as i32).collect(),
            weights: (0..n).map(|_| weight(rng)).collect(),
            strata: (0..n).map(|_| rng.below(number) as i32).collect(),
            at: (1 + rng.below(distinct)) as f64 / 4.0,
            controls: rng.pick(&[Controls::All, Controls::Free]),
        }
    }

    fn outcome(&self) -> Outcome<'_> {
        let mut outcome = Outcome::new(&self.times, &self.status, self.at);
        outcome.weights = Weights::F64(&self.weights);
        outcome.controls = self.controls;
        // One stratum is the product-limit estimate of all.
        outcome.censoring = match self.strata.iter().max() {
            Some(0) => Censoring::ProductLimit,
            _ => Censoring::Strata(&self.strata, 3),
        };
        outcome
    }

    fn weight(&self, i: usize) -> BigRational {
        rational(self.weights[i])
    }

    fn sum(&self, is_counted: impl Fn(usize) -> bool) -> BigRational {
        let rows = (0..self.times.len()).filter(|&i| is_counted(i));
        rows.map(|i| self.weight(i)).sum()
    }

    /// Returns whether an observation is free of events at t: events come before censorings.
    fn is_free(&self, i: usize) -> bool {
        self.times[i] > self.at || self.times[i] == self.at && self.status[i] == 0
    }

    /// Times of censorings in the stratum of an observation, before t.
    fn steps(&self, i: usize) -> Vec<f64> {
        let rows = (0..self.times.len()).filter(|&j| {
            self.strata[j] == self.strata[i]
                && self.status[j] == 0
                && self.weights[j] > 0.0
                && self.times[j] < self.at
        });
        let mut times: Vec<f64> = rows.map(|j| self.times[j]).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        times
    }

    /// Returns the weight that is censored at a time in the stratum of an observation, and the
    /// weight that is followed longer.
    fn at_step(&self, i: usize, time: f64) -> [BigRational; 2] {
        let is_here = |j: usize| self.strata[j] == self.strata[i];
        let censored = |j: usize| is_here(j) && self.times[j] == time && self.status[j] == 0;
        let beyond = |j: usize| is_here(j) && self.times[j] > time;
        [self.sum(censored), self.sum(beyond)]
    }

    fn is_known(&self, i: usize) -> bool {
        self.weights[i] > 0.0 && (self.is_free(i) || self.status[i] != 0)
    }

    /// Returns whether the weight of an observation has the factor of a step of its stratum.
    fn has_factor(&self, i: usize, step: f64) -> bool {
        self.is_known(i) && (self.is_free(i) || step < self.times[i])
    }

    fn made(&self, i: usize) -> BigRational {
        let is_counted = self.is_free(i)
            || self.status[i] == 1
            || self.status[i] == 2 && self.controls == Controls::All;
        if !self.is_known(i) || !is_counted {
            return BigRational::zero();
        }
        let mut weight = self.weight(i);
        for step in self
            .steps(i)
            .into_iter()
            .filter(|step| self.has_factor(i, *step))
        {
            let [censored, beyond] = self.at_step(i, step);
            weight *= (&censored + &beyond) / beyond;
        }
        weight
    }

    /// The influence of an observation, by the formula over all steps and all observations.
    fn through(&self, h: &[f64], i: usize) -> BigRational {
        let mut result = rational(h[i]);
        if self.weights[i] == 0.0 {
            return result;
        }
        let is_lost = self.status[i] == 0 && self.times[i] < self.at;
        for step in self.steps(i) {
            let [censored, beyond] = self.at_step(i, step);
            let reached: BigRational = (0..h.len())
                .filter(|&j| self.strata[j] == self.strata[i] && self.has_factor(j, step))
                .map(|j| rational(h[j]))
                .sum();
            let all = &censored + &beyond;
            if is_lost && self.times[i] == step {
                result += self.weight(i) * &reached / &all;
            } else if step < self.times[i] && !beyond.is_zero() {
                result -= self.weight(i) * reached * censored / (beyond * all);
            }
        }
        result
    }
}

#[test]
fn weights_and_influences_are_those_of_the_definition() {
    let mut rng = Rng::new(34);
    let mut known = 0;
    for _ in 0..400 {
        let case = Case::any(&mut rng);
        let outcome = case.outcome();
        let Ok(result) = outcome_weights(&outcome, Options::default()) else {
            let is = |of: &dyn Fn(usize) -> bool| (0..case.times.len()).any(of);
            let cases =
                is(&|i| case.is_known(i) && case.times[i] <= case.at && case.status[i] == 1);
            let controls = is(&|i| {
                let is_case = case.times[i] <= case.at && case.status[i] == 1;
                !is_case && case.made(i).is_positive()
            });
            // Nobody is followed to t for those who are censored before.
            let lost = is(&|i| {
                let mut steps = case.steps(i).into_iter();
                case.weights[i] > 0.0 && steps.any(|step| case.at_step(i, step)[1].is_zero())
            });
            assert!(lost || !(cases && controls));
            continue;
        };
        known += 1;
        for stratum in 0..3 {
            let is_here = |i: usize| case.strata[i] == stratum;
            let made = (0..case.times.len())
                .filter(|&i| is_here(i))
                .map(|i| case.made(i));
            if case.controls == Controls::All {
                assert_eq!(made.sum::<BigRational>(), case.sum(is_here));
            }
        }
        for (i, weight) in result.weights.iter().enumerate() {
            let exact = case.made(i);
            assert!(
                is_near(*weight, &exact, 1e-14, 0.0),
                "{i}: {weight} {}",
                rounded(&exact)
            );
        }
        let h: Vec<f64> = (0..case.times.len())
            .map(|i| {
                if result.weights[i] > 0.0 {
                    rng.unit() - 0.5
                } else {
                    0.0
                }
            })
            .collect();
        let weight_models = [WeightModel::Outcome(outcome)];
        let u = WeightModels::new(&weight_models)
            .influences(&h, &result.weights, Options::default())
            .unwrap();
        let size: f64 = h.iter().map(|h| h.abs()).sum();
        let mut sum = BigRational::zero();
        for (i, u) in u.iter().enumerate() {
            let exact = case.through(&h, i);
            assert!(
                is_near(*u, &exact, 1e-13, 1e-13 * size),
                "{i}: {u} {}",
                rounded(&exact)
            );
            sum += exact;
        }
        let whole: BigRational = h.iter().map(|h| rational(*h)).sum();
        assert_eq!(sum, whole);
    }
    assert!(known > 100, "{known}");
}
