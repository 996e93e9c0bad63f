//! Intervals of the rates of errors and of the risk that is made of them, where the threshold was chosen on the
//! sample. Arrays of two are of the negatives and of the positives, those of three also of the risk.

use super::errors::Spread;
use crate::decision::Costs;
use crate::error::Result;
use crate::interval::{outer_quantile, wilson, Level};

/// What errors cost, in which classes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem {
    /// The cost of the right answer.
    pub right: [f64; 2],
    /// How much more an error costs.
    pub excess: [f64; 2],
    /// The probabilities of the classes.
    pub priors: [f64; 2],
    /// Whether these are known; otherwise they are the shares in the sample.
    pub is_known: bool,
}

/// An interval of what is expected on new observations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    /// How much larger that is than what the sample shows.
    pub rise: f64,
    pub std_error: f64,
    pub low: f64,
    pub high: f64,
}

impl Interval {
    pub fn unknown() -> Interval {
        Interval {
            rise: f64::NAN,
            std_error: f64::NAN,
            low: f64::NAN,
            high: f64::NAN,
        }
    }
}

impl Problem {
    pub fn new(costs: &Costs, priors: [f64; 2], is_known: bool) -> Problem {
        let right = [costs.true_negative, costs.true_positive];
        let wrong = [costs.false_positive, costs.false_negative];
        Problem {
            right,
            excess: [0, 1].map(|class| wrong[class] - right[class]),
            priors,
            is_known,
        }
    }

    /// The mean cost of each class.
    pub fn means(&self, rates: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|class| self.right[class] + self.excess[class] * rates[class])
    }

    fn risk(&self, rates: [f64; 2]) -> f64 {
        self.mean(self.means(rates))
    }

    fn mean(&self, of_classes: [f64; 2]) -> f64 {
        self.priors[0] * of_classes[0] + self.priors[1] * of_classes[1]
    }

    /// The sum of the absolute values of what the risk is made of.
    pub fn size(&self, rates: [f64; 2]) -> f64 {
        self.mean(
            [0, 1].map(|class| self.right[class].abs() + self.excess[class].abs() * rates[class]),
        )
    }

    /// The variances if nothing but the effective numbers mattered.
    fn models(&self, rates: [f64; 2], effective: [f64; 2]) -> [f64; 3] {
        let of_rates = rates.map(|rate| rate * (1.0 - rate));
        let (means, risk) = (self.means(rates), self.risk(rates));
        let of_risk = [0, 1].map(|class| {
            let (excess, prior) = (self.excess[class], self.priors[class]);
            let by_share = if self.is_known {
                0.0
            } else {
                (means[class] - risk) * (means[class] - risk)
            };
            prior * prior * (excess * excess * of_rates[class] + by_share) / effective[class]
        });
        [
            of_rates[0] / effective[0],
            of_rates[1] / effective[1],
            of_risk[0] + of_risk[1],
        ]
    }

    /// From the rates of the errors in the sample that chose the threshold, and those that are expected on others.
    pub fn intervals(
        &self,
        apparent: [f64; 2],
        expected: [f64; 2],
        spread: &Spread,
        level: Level,
    ) -> Result<[Interval; 3]> {
        let models = self.models(apparent, spread.effective);
        let factors = [0, 1, 2].map(|of| {
            // A variance in units of the model's, which may be too small for a number.
            let ratio = if models[of] > 0.0 {
                spread.variances[of] / models[of]
            } else {
                1.0
            };
            spread.freedom[of].shrunken(ratio, 1.0)
        });
        let quantile = |of: usize| outer_quantile(level.get(), spread.freedom[of].total());
        let quantiles = [quantile(0)?, quantile(1)?, quantile(2)?];
        let of_rate = |class: usize| {
            let effective = spread.effective[class] / factors[class];
            wilson(expected[class], effective, quantiles[class])
        };
        let effective = spread.effective.map(|number| number / factors[2]);
        let values = [expected[0], expected[1], self.risk(expected)];
        let shown = [apparent[0], apparent[1], self.risk(apparent)];
        let of_rates = [of_rate(0), of_rate(1)];
        let of_risk = self.deviations(expected, effective, quantiles[2]);
        let below = [
            values[0] - of_rates[0][0],
            values[1] - of_rates[1][0],
            of_risk[0],
        ];
        let above = [
            of_rates[0][1] - values[0],
            of_rates[1][1] - values[1],
            of_risk[1],
        ];
        let possible = [[0.0, 1.0], [0.0, 1.0], self.possible_risks()];
        let expected_models = self.models(expected, spread.effective);
        Ok([0, 1, 2].map(|of| {
            let rise = values[of] - shown[of];
            // Of the optimism only the mean is known. In a sample it may be next to nothing.
            let spared = (quantiles[of] / 2.0).min(1.0) * rise;
            let [least, most] = possible[of];
            Interval {
                rise,
                std_error: (factors[of] * expected_models[of]).sqrt(),
                low: (values[of] - length(below[of], spared.max(0.0))).max(least),
                high: (values[of] + length(above[of], spared.min(0.0))).min(most),
            }
        }))
    }

    fn possible_risks(&self) -> [f64; 2] {
        let wrong = [0, 1].map(|class| self.right[class] + self.excess[class]);
        if self.is_known {
            [self.mean(self.right), self.mean(wrong)]
        } else {
            [self.right[0].min(self.right[1]), wrong[0].max(wrong[1])]
        }
    }

    /// How far the ends of the risk are below and above it, by the ends of what it is made of: the squares add up
    /// (Zou, Huang and Zhang 2009).
    fn deviations(&self, rates: [f64; 2], effective: [f64; 2], quantile: f64) -> [f64; 2] {
        let mut squares = [0.0; 2];
        let mut add = |factor: f64, share: f64, number: f64| {
            let moved = wilson(share, number, quantile).map(|end| factor * (end - share));
            let [below, above] = [moved[0].min(moved[1]), moved[0].max(moved[1])];
            squares[0] += below * below;
            squares[1] += above * above;
        };
        for class in 0..2 {
            let factor = self.priors[class] * self.excess[class];
            add(factor, rates[class], effective[class]);
        }
        if !self.is_known {
            let [negative, positive] = self.means(rates);
            let number = 1.0 / (1.0 / effective[0] + 1.0 / effective[1]);
            let share = self.priors[1];
            add(positive - negative, share, number / (share * (1.0 - share)));
        }
        squares.map(f64::sqrt)
    }
}

/// Of two that are at a right angle.
fn length(a: f64, b: f64) -> f64 {
    (a * a + b * b).sqrt()
}
