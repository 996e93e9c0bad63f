//! Intervals by replicates, of numbers that can only fall when a negative moves up or a positive moves down, see
//! [`BoundaryBootstrap`]; and how much too good the best over thresholds is.

use super::request::{Drawn, EstimateRequest};
use crate::covariance::{variation, Variances};
use crate::error::Error;
use crate::inference::RankedObservations;
use crate::interval::{normal_by_t_of_class, outer_tail, quantile, sorted_column, Level};
use crate::measure::Family;
use crate::memory::{filled, push, reserve};
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::{Place, Quantity};
use crate::replicate::{Bootstrap, BoundaryBootstrap, PLAIN, SIDES};
use crate::sampling::Sampling;
use crate::sum::scale::scale_of;

/// The evidence of replicates about a quantity.
#[derive(Clone, Copy, Debug)]
pub(super) enum Replicated {
    /// Nothing is asked of them.
    Nothing,
    /// There are no replicates, or they tell nothing.
    Unknown,
    /// The ends of its interval, in its own unit.
    Ends([f64; 2]),
    /// By how much it is too good, which an interval by the variance allows for.
    Excess(f64),
}

/// Quantities of one kind have the same replicates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Precision,
    AtShare,
    /// The best over thresholds.
    Best,
    /// AUCs, also partial ones, where this is asked for.
    Area,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Precision, Kind::AtShare, Kind::Best, Kind::Area];

    /// None if its interval takes no replicates; AUCs take them by this method.
    fn for_quantity(quantity: &Quantity, bayes: bool) -> Option<Kind> {
        match (quantity.measure.family(), quantity.place) {
            (Family::Cells, Place::Share(_)) if quantity.measure.is_monotone() => {
                Some(Kind::AtShare)
            }
            (Family::Precision, _) => Some(Kind::Precision),
            (Family::Optimum, _) => Some(Kind::Best),
            (Family::Area, _) if bayes => Some(Kind::Area),
            _ => None,
        }
    }

    fn sides(self) -> usize {
        if self == Kind::Best {
            SIDES
        } else {
            PLAIN
        }
    }

    /// The shape of the pseudo-observations of a class whose weights have a coefficient of variation. In simulations of
    /// 60 to 400 observations smaller ones do not hold: what is the best over thresholds varies most, and more so where
    /// weights have to do with scores: targets "AP", "KS", "AUCH", "MER" and "TPR at share" of
    /// `bench/coverage/cells/numbers.R`. An AUC has the mean of Jeffreys' and of Clopper and Pearson's, see target "AUC,
    /// informative weights" of `bench/coverage/cells/informative.R`.
    fn pseudo(self, variation: f64) -> f64 {
        match self {
            Kind::Precision => (0.125 + 0.25 * variation).min(0.25),
            Kind::AtShare => 0.25,
            Kind::Area => 0.5,
            Kind::Best => (0.5 + 2.0 * variation).min(2.0),
        }
    }
}

/// Returns whether the interval of a quantity takes replicates, also `by_variance`: where a survey design or a model of the
/// weights gives the variance.
///
/// ```
/// use weighted_roc_core::estimate::takes_replicates;
/// use weighted_roc_core::quantity::{Measure, Quantity};
///
/// let precision = Quantity::whole_curve(Measure::AveragePrecision);
/// assert!(takes_replicates(&precision, false) && !takes_replicates(&precision, true));
/// assert!(!takes_replicates(&Quantity::AREA, false));
/// ```
pub fn takes_replicates(quantity: &Quantity, by_variance: bool) -> bool {
    match Kind::for_quantity(quantity, false) {
        _ if quantity.choice().is_some() => true,
        Some(kind) => kind == Kind::Best || !by_variance,
        None => false,
    }
}

/// Returns whether intervals are by a variance that replicates do not have.
fn is_by_variance(request: &EstimateRequest<'_>) -> bool {
    request.covariance.sampling.design.is_some()
        || request.covariance.sampling.weight_models.is_some()
}

/// Returns whether the ends of the interval of a quantity are percentiles of replicates.
pub(super) fn has_percentiles(request: &EstimateRequest<'_>, quantity: &Quantity) -> bool {
    Kind::for_quantity(quantity, request.bayes).is_some()
        && request.covariance.sampling.folds.is_empty()
        && !is_by_variance(request)
}

/// Replicates of the quantities of each kind, which are the same for intervals of all levels.
pub(super) struct Replicates(Vec<(Kind, Vec<f64>)>);

impl Replicates {
    /// Draws what the quantities of a score take.
    pub fn draw(
        request: &EstimateRequest<'_>,
        ranking: &RankedObservations,
        variances: &Variances,
        mut options: Options<'_>,
    ) -> Result<Replicates, Error> {
        let mut drawn = reserve(Kind::ALL.len())?;
        for kind in Kind::ALL {
            let replicates = draw_kind(request, ranking, variances, kind, options.reborrow())?;
            push(&mut drawn, (kind, replicates))?;
        }
        Ok(Replicates(drawn))
    }

    /// The evidence about each quantity, for intervals of the level of the request.
    pub fn evidence(
        &self,
        request: &EstimateRequest<'_>,
        values: &[f64],
    ) -> Result<Vec<Replicated>, Error> {
        let mut result = filled(request.covariance.quantities.len(), Replicated::Nothing)?;
        for (kind, replicates) in &self.0 {
            if !replicates.is_empty() {
                replicates_by_kind(request, values, *kind, replicates, &mut result)?;
                continue;
            }
            for (quantity, result) in request.covariance.quantities.iter().zip(&mut result) {
                if is_drawn(request, quantity, *kind) {
                    *result = Replicated::Unknown;
                }
            }
        }
        Ok(result)
    }
}

/// Returns whether replicates of a kind are drawn for a quantity.
fn is_drawn(request: &EstimateRequest<'_>, quantity: &Quantity, kind: Kind) -> bool {
    let by_variance = is_by_variance(request);
    Kind::for_quantity(quantity, request.bayes) == Some(kind)
        && (takes_replicates(quantity, by_variance) || kind == Kind::Area && !by_variance)
}

/// Nothing where there is no such quantity, or nothing can be drawn.
fn draw_kind(
    request: &EstimateRequest<'_>,
    ranking: &RankedObservations,
    variances: &Variances,
    kind: Kind,
    mut options: Options<'_>,
) -> Result<Vec<f64>, Error> {
    let quantities = request.covariance.quantities;
    let mut spec = reserve(quantities.len())?;
    for quantity in quantities {
        if is_drawn(request, quantity, kind) {
            push(&mut spec, *quantity)?;
        }
    }
    let drawn = request.drawn.filter(|drawn| drawn.number != Some(0));
    let (Some(drawn), false) = (drawn, spec.is_empty()) else {
        return Ok(Vec::new());
    };
    let sampling = &request.covariance.sampling;
    let sizes = ranking.sizes(sampling, &mut Pace::new(&mut *options.poll))?;
    if !sizes.are_of_several_units() {
        return Ok(Vec::new());
    }
    let seed = (drawn.seed)()?;
    let bootstrap = bootstrap_of(request, ranking, variances, seed, kind, options.reborrow())?;
    let sides = kind.sides();
    let number = drawn.number.unwrap_or(Drawn::ranks(ranking.records.len()));
    let size = number.saturating_mul(sides * spec.len());
    let mut replicates = filled(size, 0.0)?;
    bootstrap.outward_replicates(&spec, sides, &mut replicates, options)?;
    Ok(replicates)
}

fn replicates_by_kind(
    request: &EstimateRequest<'_>,
    values: &[f64],
    kind: Kind,
    replicates: &[f64],
    result: &mut [Replicated],
) -> Result<(), Error> {
    let best = kind == Kind::Best;
    let quantities = request.covariance.quantities;
    let number = quantities
        .iter()
        .filter(|quantity| is_drawn(request, quantity, kind))
        .count();
    let columns = Columns {
        replicates,
        width: kind.sides() * number,
        quantities: number,
        tail: outer_tail(request.level.get()),
    };
    let all = quantities.iter().zip(values).zip(result);
    let all =
        all.filter(|((quantity, _), _)| Kind::for_quantity(quantity, request.bayes) == Some(kind));
    for (k, ((quantity, &value), result)) in all.enumerate() {
        let value = quantity.own(value);
        let [mut low, mut high] = columns.ends(k, quantity.measure.is_best_where_least())?;
        if best {
            let better = if quantity.measure.is_best_where_least() {
                -1.0
            } else {
                1.0
            };
            let excess = (better * (columns.mean(k)? - value)).max(0.0);
            if is_by_variance(request) {
                *result = Replicated::Excess(better * 2.0 * excess);
                continue;
            }
            // The worse end is twice as much worse.
            let by = if quantity.measure.is_best_where_least() {
                [1.0, 2.0]
            } else {
                [-2.0, -1.0]
            };
            low = (low + by[0] * excess).clamp(0.0, 1.0);
            high = (high + by[1] * excess).clamp(0.0, 1.0);
        }
        *result = Replicated::Ends([low.min(value), high.max(value)]);
    }
    Ok(())
}

/// Replicates of quantities, side by side.
struct Columns<'a> {
    replicates: &'a [f64],
    width: usize,
    quantities: usize,
    tail: f64,
}

impl Columns<'_> {
    /// The replicates of a quantity at one side, without those that have no number.
    fn column(&self, side: usize, k: usize) -> Result<Vec<f64>, Error> {
        sorted_column(self.replicates, self.width, side * self.quantities + k)
    }

    fn ends(&self, k: usize, rises: bool) -> Result<[f64; 2], Error> {
        let [lower, upper] = if rises { [1, 0] } else { [0, 1] };
        let [low, high] = [self.column(lower, k)?, self.column(upper, k)?];
        if low.is_empty() || high.is_empty() {
            return Ok([f64::NAN; 2]);
        }
        Ok([quantile(&low, self.tail), quantile(&high, 1.0 - self.tail)])
    }

    /// The mean without pseudo-observations.
    fn mean(&self, k: usize) -> Result<f64, Error> {
        let column = self.column(PLAIN, k)?;
        Ok(column.iter().sum::<f64>() / column.len() as f64)
    }
}

fn bootstrap_of(
    request: &EstimateRequest<'_>,
    ranking: &RankedObservations,
    variances: &Variances,
    seed: u64,
    kind: Kind,
    options: Options<'_>,
) -> Result<Bootstrap, Error> {
    // Of one level, so that a wider interval contains a narrower one.
    let tail = outer_tail(Level::default().get());
    let mut boundary = BoundaryBootstrap {
        typical: [0.0; 2],
        shapes: [1.0; 2],
        pseudo: [0.0; 2],
    };
    let unclustered = Sampling {
        clusters: None,
        ..request.covariance.sampling
    };
    let sizes = ranking.sizes(&unclustered, &mut Pace::new(&mut *options.poll))?;
    for class in 0..2 {
        let number = variances.sizes.effective[class];
        // Pseudo-observations allow for unequal weights of precision already: target "AP" of
        // `bench/coverage/cells/numbers.R`.
        let number_of_t = match (kind, request.covariance.sampling.clusters) {
            (Kind::Precision, None) => sizes.units[class],
            _ => number,
        };
        let ratio = normal_by_t_of_class(tail, number_of_t)?;
        boundary.shapes[class] = (ratio * ratio).max(f64::EPSILON);
        let weight = ranking.weights[class];
        boundary.typical[class] = weight * scale_of(weight) / number;
        let variation = variation(sizes.units[class], sizes.effective[class]);
        boundary.pseudo[class] = kind.pseudo(variation);
    }
    let Sampling { unit, clusters, .. } = request.covariance.sampling;
    Bootstrap::boundary(ranking, (unit, clusters), boundary, seed, options.poll)
}
