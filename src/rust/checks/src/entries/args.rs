//! The arguments of calls. Each is valid or not, as whoever makes the call picks.

use crate::entries::inputs::{Inputs, FEW};
use std::borrow::Cow;
use weighted_roc_core::band::BenefitCovariance;
use weighted_roc_core::censoring::{Censoring, Controls, Covariates, Known, KnownStrata, Outcome};
use weighted_roc_core::curve::Curve;
use weighted_roc_core::decision::{Bounds, Costs};
use weighted_roc_core::hypothesis::{Adjustment, Alternative, Among, Request};
use weighted_roc_core::interval::Method;
use weighted_roc_core::measure::{Density, ForecastLoss, Measure, Parameters};
use weighted_roc_core::quantity::{Choice, Place, Quantity, Rate, Standardize};
use weighted_roc_core::replicate::Scheme;
use weighted_roc_core::sampling::{
    Correction, Design, FittedWeights, Folds, Matrix, Sampling, Unit, WeightModel, WeightModels,
};
use weighted_roc_core::tally::Row;
use weighted_roc_core::{Observations, Result, Weights};

/// Numbers at the ends of doubles, beside those of a probability, and what is not a number.
pub const BAD: [f64; 14] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN,
    1e300,
    1e18,
    2.0,
    1.0,
    0.5,
    5e-324,
    0.0,
    -0.0,
    -1.0,
];

pub const COSTS: Costs = Costs {
    false_positive: 1.0,
    false_negative: 3.0,
    true_positive: 0.0,
    true_negative: 0.0,
};

pub const SCHEMES: [Scheme; 5] = [
    Scheme::Multinomial,
    Scheme::Dirichlet,
    Scheme::Counts,
    Scheme::Half,
    Scheme::HalfOfCounts,
];

const TIMES: [f64; FEW] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
const STATUS: [i32; FEW] = [1, 0, 2, 0, 1, 0, 1, 0];
const ROWS: [i32; FEW] = [0, 1, 2, 3, 4, 5, 6, 7];
const CLASSES: [i32; FEW] = [0, 1, 0, 1, 0, 1, 0, 1];
const FOLDS: [i32; FEW] = [0, 0, 1, 1, 0, 0, 1, 1];
const FRACTIONS: [f64; FEW] = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.3, 0.4];

/// The bad values that may stand in the place of an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pick {
    /// One of so many, all of them valid.
    Option(usize),
    /// The valid one, or one of so many less one that need not be.
    Value(usize),
}

impl Pick {
    pub fn number(self) -> usize {
        match self {
            Pick::Option(number) | Pick::Value(number) => number,
        }
    }
}

/// The first of the values is the valid one. A number beyond them is one of its own, where it can be.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    pub inputs: &'a Inputs,
    pick: &'a dyn Fn(Pick) -> u64,
}

impl<'a> Args<'a> {
    pub fn new(inputs: &'a Inputs, pick: &'a dyn Fn(Pick) -> u64) -> Args<'a> {
        Args { inputs, pick }
    }

    pub fn valid(inputs: &'a Inputs) -> Args<'a> {
        Args::new(inputs, &|_| 0)
    }

    fn value(&self, number: usize) -> usize {
        ((self.pick)(Pick::Value(number)) % number as u64) as usize
    }

    pub fn option<T: Copy>(&self, all: &[T]) -> T {
        let result = (self.pick)(Pick::Option(all.len()));
        all[(result % all.len() as u64) as usize]
    }

    pub fn number(&self, valid: f64) -> f64 {
        match (self.pick)(Pick::Value(1 + BAD.len())) {
            0 => valid,
            i => match BAD.get(i as usize - 1) {
                Some(&bad) => bad,
                None => f64::from_bits(i),
            },
        }
    }

    pub fn pair(&self, valid: [f64; 2]) -> [f64; 2] {
        valid.map(|valid| self.number(valid))
    }

    /// The probabilities of the classes.
    pub fn priors(&self) -> [f64; 2] {
        self.pair([0.5, 0.5])
    }

    pub fn prior(&self) -> Option<f64> {
        let prior = self.number(0.3);
        self.option(&[None, Some(prior)])
    }

    /// A number of things, or the position of one.
    pub fn size(&self, valid: usize) -> usize {
        let all = [valid, 0, 1, 2, 5, 9, usize::MAX];
        all[self.value(all.len())]
    }

    pub fn level(&self) -> u32 {
        let all = [0, 1, 3, 64, u32::MAX];
        all[self.value(all.len())]
    }

    /// Some of them, all of them or one of them bad; or fewer, more or none.
    pub fn numbers<'b>(&self, valid: &'b [f64]) -> Cow<'b, [f64]> {
        let i = self.value(4 + 3 * BAD.len());
        match (i, i.checked_sub(4)) {
            (0, _) => return Cow::Borrowed(valid),
            (1, _) => return Cow::Borrowed(&[]),
            (2, _) => return Cow::Borrowed(&valid[..valid.len().saturating_sub(1)]),
            (_, None) => return Cow::Owned([valid, valid, &[1.0]].concat()),
            _ => {}
        }
        let (bad, pattern) = (BAD[(i - 4) / 3], [1, 3, valid.len().max(1)][(i - 4) % 3]);
        let spoiled = valid.iter().enumerate();
        let spoiled = spoiled.map(|(i, &valid)| if i % pattern == 0 { bad } else { valid });
        Cow::Owned(spoiled.collect())
    }

    pub fn codes<'b>(&self, valid: &'b [i32]) -> Cow<'b, [i32]> {
        match self.value(8) {
            0 => Cow::Borrowed(valid),
            1 => Cow::Borrowed(&[]),
            2 => Cow::Borrowed(&valid[..valid.len().saturating_sub(1)]),
            3 => Cow::Owned([valid, valid].concat()),
            i => Cow::Owned(vec![[0, -1, 100, i32::MAX][i - 4]; valid.len()]),
        }
    }

    pub fn rows<'b>(&self, valid: &'b [usize]) -> Cow<'b, [usize]> {
        let bad: [&[usize]; 5] = [&[], &[0, 8], &[0, 3, 2, 8], &[0, 100, 8], &[0, 0, 8]];
        match self.value(1 + bad.len()) {
            0 => Cow::Borrowed(valid),
            i => Cow::Borrowed(bad[i - 1]),
        }
    }

    pub fn unit(&self) -> Unit {
        self.option(&[Unit::Row, Unit::Count])
    }

    pub fn observations(&self) -> Observations<'a> {
        match self.value(1 + self.inputs.bad.len()) {
            0 => self.inputs.cases[0].observations(),
            i => self.inputs.bad[i - 1].observations(),
        }
    }

    /// Several scores of the same observations, as many as the inputs have, or not.
    pub fn scores(&self) -> Vec<Observations<'a>> {
        let mut all: Vec<_> = self
            .inputs
            .cases
            .iter()
            .map(|case| case.observations())
            .collect();
        match self.value(5 + self.inputs.bad.len()) {
            0 => {}
            i @ 1..=3 => all.truncate(i - 1),
            4 => all.push(self.inputs.bad[0].observations()),
            i => all[1..].fill(self.inputs.bad[i - 5].observations()),
        }
        all
    }

    pub fn curve(&self) -> Curve<'a> {
        match self.value(1 + self.inputs.curves.len()) {
            0 => self.inputs.curve.given(),
            i => self.inputs.curves[i - 1].given(),
        }
    }

    pub fn tally(&self) -> &'a [Row] {
        match self.value(1 + self.inputs.bad_tallies.len()) {
            0 => &self.inputs.tallies[0],
            i => &self.inputs.bad_tallies[i - 1],
        }
    }

    pub fn costs(&self) -> Costs {
        Costs {
            false_positive: self.number(COSTS.false_positive),
            false_negative: self.number(COSTS.false_negative),
            true_positive: self.number(COSTS.true_positive),
            true_negative: self.number(COSTS.true_negative),
        }
    }

    pub fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::default();
        for (bound, valid) in [
            (&mut bounds.fpr, 0.3),
            (&mut bounds.ppv, 0.9),
            (&mut bounds.fnr, 0.9),
            (&mut bounds.tpr, 0.2),
            (&mut bounds.share, 0.9),
            (&mut bounds.npv, 0.1),
        ] {
            *bound = self.option(&[Some(self.number(valid)), None]);
        }
        bounds
    }

    fn density(&self) -> Density {
        let beta = Density::Beta(self.pair([2.0, 3.0]));
        self.option(&[beta, Density::ByPriors, Density::ByRatio])
    }

    /// A measure of a row, with parameters of all kinds.
    pub fn cell(&self) -> Measure {
        self.option(&Measure::all(&Parameters {
            beta: self.number(1.0),
            costs: self.costs(),
            probability: self.number(0.3),
            density: self.density(),
            cost_density: self.pair([2.0, 3.0]),
            ..Parameters::default()
        }))
    }

    /// A measure of a whole curve.
    fn summary(&self) -> Measure {
        let loss = self.option(&[ForecastLoss::Quadratic, ForecastLoss::Logarithmic]);
        let (density, pair) = (self.density(), self.pair([0.2, 0.7]));
        self.option(&[
            Measure::Area,
            Measure::Gini,
            Measure::Prevalence,
            Measure::Concentration,
            Measure::LargestYouden,
            Measure::HullArea,
            Measure::LeastError,
            Measure::Brier,
            Measure::LogLoss,
            Measure::AveragePrecision,
            Measure::PrecisionRecall,
            Measure::PrecisionRecallGain,
            Measure::Miscalibration(loss),
            Measure::Discrimination(loss),
            Measure::Uncertainty(loss),
            Measure::Skill(loss),
            Measure::CostAreaRatio(self.costs()),
            Measure::H(density),
            Measure::LeastCost(density),
            Measure::TrivialCost(density),
            Measure::ExpectedCost(pair),
            Measure::TrivialExpectedCost(pair),
            Measure::SavedExpectedCost(pair),
        ])
    }

    /// Where a measure is the best.
    pub fn best(&self) -> Choice {
        let by = self.option(&[Measure::Risk(self.costs()), self.cell()]);
        let mut choice = Choice::best(by, self.prior());
        choice.bounds = self.option(&[Bounds::NONE, self.bounds()]);
        choice
    }

    pub fn rate(&self) -> Rate {
        self.option(&[Rate::Fpr, Rate::Tpr])
    }

    /// Any measure, or a part of the area, at any place.
    pub fn quantity(&self) -> Quantity {
        let at = self.number(0.4);
        let place = self.option(&[
            Place::Threshold(None),
            Place::Threshold(Some(at)),
            Place::Fpr(at),
            Place::Tpr(at),
            Place::Ppv(at),
            Place::Share(at),
            Place::Chosen(self.best()),
        ]);
        let partial = Place::Between(self.rate(), self.pair([0.1, 0.7]));
        let standardize = [Standardize::None, Standardize::Range, Standardize::McClish];
        let standardize = Measure::PartialArea(self.option(&standardize));
        self.option(&[
            Quantity::whole_curve(self.summary()),
            Quantity::at_place(self.cell(), place),
            Quantity::at_place(Measure::Threshold, place),
            Quantity::at_place(standardize, partial),
        ])
        .with_prior(self.prior())
    }

    pub fn with_outcome<T>(&self, call: impl FnOnce(Outcome<'_>) -> T) -> T {
        let (times, status) = (self.numbers(&TIMES), self.codes(&STATUS));
        let mut outcome = Outcome::new(&times, &status, self.number(4.5));
        let weights = self.numbers(&[2.0; FEW]);
        outcome.weights = self.option(&[Weights::Unit, Weights::F64(&weights)]);
        outcome.controls = self.option(&[Controls::All, Controls::Free]);
        let (codes, number) = (self.codes(&CLASSES), self.size(2));
        let covariates = Covariates {
            values: &self.numbers(&FRACTIONS),
            strata: self.option(&[None, Some((&codes[..], number))]),
        };
        let strata = KnownStrata {
            steps: &self.codes(&[0, 1]),
            observations: &codes,
            number,
        };
        let known = Known {
            times: &self.numbers(&[1.0, 2.0]),
            survival: &self.numbers(&[0.7, 0.5]),
            strata: self.option(&[None, Some(strata)]),
        };
        outcome.censoring = self.option(&[
            Censoring::ProductLimit,
            Censoring::Strata(&codes, number),
            Censoring::Cox(covariates),
            Censoring::Known(known),
        ]);
        call(outcome)
    }

    pub fn with_weight_models<T>(&self, call: impl FnOnce(WeightModels<'_>) -> T) -> T {
        self.with_outcome(|outcome| {
            let values = self.numbers(&[TIMES, FRACTIONS].concat()).into_owned();
            let rows = self.size(FEW);
            let design = Matrix {
                values: &values,
                rows,
            };
            let response = self.numbers(&[0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0]);
            let columns = [(); 4].map(|()| self.numbers(&FRACTIONS));
            let model = FittedWeights {
                design,
                response: &response,
                fitted: &columns[0],
                slopes: &columns[1],
                scores: &columns[2],
                information: &columns[3],
            };
            let kinds = [
                WeightModel::Outcome(outcome),
                WeightModel::Functions(design),
                WeightModel::Model(model),
            ];
            let models = [self.option(&kinds), self.option(&kinds)];
            let mut result = WeightModels::new(&models[..self.option(&[1, 2, 0])]);
            let (rows, clusters) = (self.codes(&ROWS), self.codes(&CLASSES));
            result.rows = self.option(&[None, Some(&rows)]);
            result.clusters = self.option(&[None, Some((&clusters, self.size(2)))]);
            call(result)
        })
    }

    /// Rows that are sampled one by one, or anything else.
    pub fn with_sampling<T>(&self, call: impl FnOnce(Sampling<'_>) -> T) -> T {
        let (clusters, codes) = (self.codes(&self.inputs.clusters), self.codes(&FOLDS));
        let number = self.size(self.inputs.number_of_clusters());
        let folds = [Folds {
            codes: &codes,
            number: self.size(2),
        }; 2];
        let covariance = self.numbers(&[0.01, 0.0, 0.0, 0.01, 0.0, 0.0, 0.0, 0.0, 0.01]);
        let length = self.option(&[1, 4, 9]).min(covariance.len());
        let design = Design {
            covariance: &covariance[..length],
            most: self.number(20.0),
        };
        self.with_weight_models(|models| {
            call(
                Sampling::default()
                    .with_unit(self.unit())
                    .with_correction(self.option(&[Correction::DeLong, Correction::Jackknife]))
                    .with_clusters(self.option(&[None, Some((&clusters[..], number))]))
                    .with_folds(&folds[..self.option(&[0, 0, 1, 2])])
                    .with_design(self.option(&[None, None, None, Some(design)]))
                    .with_weight_models(self.option(&[None, Some(models)])),
            )
        })
    }

    pub fn method(&self) -> Method {
        self.option(&[Method::Score, Method::Logit, Method::Wald])
    }

    pub fn request_of_test(&self) -> Request {
        let mut request = Request::default();
        let margin = self.number(0.1);
        request.alternative = self.option(&[
            Alternative::TwoSided,
            Alternative::Less,
            Alternative::Greater,
            Alternative::Noninferior { margin },
            Alternative::Equivalent { margin },
        ]);
        request.null = self.number(0.5);
        request.method = self.method();
        request.open = self.number(request.open);
        request.simultaneous = self.option(&[false, true]);
        let adjustments = [Adjustment::Closed, Adjustment::None, Adjustment::Holm];
        request.adjustment = self.option(&adjustments);
        request
    }

    pub fn with_contrasts<T>(&self, call: impl FnOnce(Among<'_>) -> T) -> T {
        let trend = self.numbers(&[1.0, 2.0, 3.0]);
        let length = self.option(&[3, 2, 1]).min(trend.len());
        let reference = Among::Reference(self.size(0));
        call(self.option(&[Among::All, reference, Among::Trend(&trend[..length])]))
    }

    /// Covariances along the thresholds of decision curves, or none.
    pub fn along(&self) -> Result<Option<BenefitCovariance>> {
        let [covariance, between] =
            [16, 4].map(|length| self.numbers(&vec![0.01; length]).into_owned());
        let along = BenefitCovariance::new(self.size(2), self.size(2), covariance, between);
        match self.option(&[false, true]) {
            true => along.map(Some),
            false => Ok(None),
        }
    }
}
