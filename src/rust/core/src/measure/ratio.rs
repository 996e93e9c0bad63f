//! Quotients of two sums over the cells of the confusion matrix, each cell being a share of the whole weight: the true
//! positive rate is TP / (TP + FN).

use super::confusion::{Cells, COUNTS};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio {
    /// How often each cell counts above the line.
    pub numerator: Cells,
    /// How often each cell counts below the line.
    pub denominator: Cells,
    pub prior: Option<f64>,
}

impl Ratio {
    /// The share of the positives.
    pub const PREVALENCE: Ratio = Ratio {
        numerator: COUNTS.classes[1],
        denominator: Cells::new([1.0; 4]),
        prior: None,
    };

    /// Whether it is a mean over all, below the line of which each cell counts alike.
    pub fn is_mean(&self) -> bool {
        self.denominator == Ratio::PREVALENCE.denominator
    }

    /// The part that each class counts, by the shares of both in the weights.
    pub fn parts(&self, in_weights: [f64; 2]) -> [f64; 2] {
        let (numerator, denominator) = (self.numerator.by_class(), self.denominator.by_class());
        let counts = |class: usize| numerator[class] != [0.0; 2] || denominator[class] != [0.0; 2];
        match self.prior {
            // With one class alone the quotient is the same for any part, which may be too small for a number.
            _ if !counts(0) || !counts(1) => [1.0; 2],
            Some(prior) => [1.0 - prior, prior],
            None => in_weights,
        }
    }

    /// The sums above and below the line, from what each class counts and the rates of both classes.
    pub fn sums(&self, parts: [f64; 2], called: [f64; 2], not_called: [f64; 2]) -> [f64; 2] {
        [self.numerator, self.denominator].map(|cells| {
            let of = cells.by_class();
            let mean =
                |class: usize| of[class][0] * not_called[class] + of[class][1] * called[class];
            parts[0] * mean(0) + parts[1] * mean(1)
        })
    }
}
