//! Shims of how estimates vary, and how they vary together.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{curve, CurveColumns, List};
use crate::interval::{area_request, rows_of};
use crate::outcome::outcome_of;
use crate::record::Record;
use crate::replicates::seed_of;
use crate::result::{list, numbers, table, Frame, Value};
use crate::scored::Scored;
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::censoring::Outcome;
use weighted_roc_core::covariance::{effective_numbers, Spread};
use weighted_roc_core::curve::{mean_curve, Curve, MeanCurve};
use weighted_roc_core::inference::{
    class_areas, class_replicates, class_spread, curve_over_folds, replicate_covariance, spread,
    ClassRequest, Replicates, Scheme, SpreadRequest,
};
use weighted_roc_core::interval::{percentile_intervals, Level};
use weighted_roc_core::memory::{filled, push, reserve};
use weighted_roc_core::sampling::{
    Clusters, Correction, Counts, Design, Folds, Link, Links, Matrix, Sampling, Unit, WeightsModel,
};
use weighted_roc_core::Labels;

/// How quantities of scores vary together, by what `request` says: `what` (see [`quantities_of`]), `variance`,
/// `folds` and `pairs` (whether the degrees of freedom of differences are wanted).
fn spread_of(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let what = quantities_of(request.get("what")?)?;
    let given = Given::of(request)?;
    let mut request = given.request(&scored);
    request.quantities = &what;
    let found = spread(&scored.observations()?, &request, scored.options(&mut poll));
    list_of_spread(found?)
}

/// A request about observations, read from R.
#[derive(Default)]
pub struct Given<'a> {
    pub correction: Correction,
    folds: Vec<Folds<'a>>,
    links: Vec<Link<'a>>,
    rows_of_links: Option<&'a [i32]>,
    clusters_of_links: Option<Clusters<'a>>,
    pairs: bool,
    design: Option<Design<'a>>,
}

impl<'a> Given<'a> {
    pub fn of(request: Record) -> Result<Given<'a>, Failure> {
        let folds = match request.find::<Record>("folds")? {
            Some(folds) => folds_of(folds.get("codes")?, folds.get("numbers")?)?,
            None => Vec::new(),
        };
        let mut given = Given {
            correction: correction_of(request)?,
            folds,
            pairs: request.find("pairs")?.unwrap_or(false),
            design: design_of(request)?,
            ..Given::default()
        };
        if let Some(links) = request.find::<Record>("links")? {
            given.add_links(links)?;
        }
        Ok(given)
    }

    /// Returns a request that has links only.
    pub fn of_links(links: Record) -> Result<Given<'a>, Failure> {
        let mut given = Given::default();
        given.add_links(links)?;
        Ok(given)
    }

    /// The list `links` (each `functions`, or the parts of a model), the `rows` of the observations in them, counted
    /// from 0, and the clusters of all rows.
    fn add_links(&mut self, given: Record) -> Result<(), Failure> {
        let links: List<Record> = given.get("links")?;
        for link in links.read_all()? {
            push(&mut self.links, link_of(link)?)?;
        }
        self.rows_of_links = given.find("rows")?;
        if let Some(codes) = given.find("cluster")? {
            self.clusters_of_links = Some((codes, given.get("clusters")?));
        }
        Ok(())
    }

    /// None where they add nothing to what is said with the weights as they are.
    pub fn links(&self, unit: Unit) -> Option<Links<'_>> {
        match self.links[..] {
            [Link::Outcome(outcome)]
                if (unit == Unit::Row || !outcome.is_known()) && !outcome.moves_weights() =>
            {
                None
            }
            _ => self.all_links(),
        }
    }

    /// Those that say which rows the observations are, too.
    pub fn all_links(&self) -> Option<Links<'_>> {
        (!self.links.is_empty()).then(|| {
            let mut links = Links::new(&self.links);
            links.rows = self.rows_of_links;
            links.clusters = self.clusters_of_links;
            links
        })
    }

    /// The own weights where the weights are of an outcome.
    pub fn counts(&self) -> Option<Counts<'a>> {
        match self.links[..] {
            [Link::Outcome(outcome), ..] => Some(Counts::new(outcome, self.rows_of_links)),
            _ => None,
        }
    }

    /// The outcome that weights are of, where it changes from replicate to replicate.
    pub fn outcome(&self) -> Option<Outcome<'a>> {
        match self.links[..] {
            [Link::Outcome(outcome), ..] if outcome.moves_weights() => Some(outcome),
            _ => None,
        }
    }

    /// How the observations were sampled.
    pub fn sampling<'b>(&'b self, scored: &Scored<'b>) -> Sampling<'b> {
        let mut sampling = scored.sampling();
        sampling.counts = self.counts();
        sampling.correction = self.correction;
        sampling.folds = &self.folds;
        sampling.links = self.links(scored.unit);
        sampling.design = self.design;
        sampling
    }

    pub fn request<'b>(&'b self, scored: &Scored<'b>) -> SpreadRequest<'b> {
        let mut request = SpreadRequest::default();
        request.sampling = self.sampling(scored);
        request.pairs = self.pairs;
        request
    }
}

/// An outcome at a time where `kind` says so, otherwise by what parts it has.
fn link_of<'a>(link: Record) -> Result<Link<'a>, Failure> {
    if link.find("kind")? == Some("censoring") {
        return Ok(Link::Outcome(outcome_of(link)?));
    }
    let matrix = |values: &'a [f64]| -> Result<Matrix<'a>, Failure> {
        let rows = link.get("rows")?;
        Ok(Matrix { values, rows })
    };
    if let Some(functions) = link.find("functions")? {
        return Ok(Link::Functions(matrix(functions)?));
    }
    Ok(Link::Model(WeightsModel {
        design: matrix(link.get("design")?)?,
        response: link.get("response")?,
        fitted: link.get("fitted")?,
        slopes: link.get("slopes")?,
        scores: link.get("scores")?,
        information: link.get("information")?,
    }))
}

/// The covariances of a survey design, and its degrees of freedom.
pub fn design_of<'a>(request: Record) -> Result<Option<Design<'a>>, Failure> {
    let Some(design) = request.find::<Record>("design")? else {
        return Ok(None);
    };
    Ok(Some(Design {
        covariance: design.get("covariance")?,
        most: design.get("most")?,
    }))
}

/// By the name of the variance. Counts of rows use the estimator of rows, and a bootstrap has no
/// other.
pub fn correction_of(request: Record) -> Result<Correction, Failure> {
    match request.find::<&str>("variance")? {
        None | Some("delong" | "frequency" | "bootstrap" | "bayesian") => Ok(Correction::DeLong),
        Some("jackknife") => Ok(Correction::Jackknife),
        Some(other) => Err(Failure::internal(format!("no variance {other}"))),
    }
}

pub fn list_of_spread(spread: Spread) -> Result<Value, Failure> {
    let names = [
        "values",
        "covariance",
        "freedom",
        "most",
        "numbers",
        "units",
        "effective",
        "expected",
        "pairs",
    ];
    let parts = [
        numbers(spread.values)?,
        numbers(spread.covariance)?,
        numbers(spread.freedom)?,
        spread.most.into(),
        numbers(spread.numbers)?,
        numbers(spread.units)?,
        numbers(spread.effective)?,
        numbers(spread.expected)?,
        numbers(spread.pairs)?,
    ];
    list(names, parts)
}

/// Returns the unit of weights that are numbers of observations, or not.
pub fn unit_of(counts: bool) -> Unit {
    if counts {
        Unit::Count
    } else {
        Unit::Row
    }
}

/// How the areas of several classes vary together (see [`list_of_spread`]), and their intervals. Labels are the
/// codes of `classes`, from 0 on.
fn classes_spread(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let given = Given::of(request)?;
    let of_classes = class_request(&scored, &given, request)?;
    let found = class_spread(&scored.scores, &of_classes, scored.options(&mut poll));
    let found = found?;
    let rows = rows_of(&found.area_intervals(&area_request(request)?)?)?;
    list(["rows", "spread"], [rows, list_of_spread(found)?])
}

fn class_request<'a>(
    scored: &Scored<'a>,
    given: &'a Given<'a>,
    request: Record,
) -> Result<ClassRequest<'a>, Failure> {
    let mut of_classes = ClassRequest::new(codes_of(scored)?, request.get("classes")?);
    of_classes.weights = scored.weights;
    of_classes.sampling = given.sampling(scored);
    of_classes.pairs = given.pairs;
    Ok(of_classes)
}

/// The areas of several classes as [`classes_spread`] takes them, with the standard errors, percentiles and the
/// `covariance` of bootstrap replicates of a `seed`, as many as `number` says; how many of these were `left`, and
/// how many `units` each class and all have.
fn classes_bootstrap(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let given = Given::of(request)?;
    let of_classes = class_request(&scored, &given, request)?;
    let mut poll = poll;
    let found = class_spread(&scored.scores, &of_classes, scored.options(&mut poll))?;
    let mut replicates = Replicates::new(Scheme::Multinomial, request.get("number")?);
    replicates.seed = seed_of(request.get("seed")?)?;
    let options = scored.options(&mut poll);
    let drawn = class_replicates(&scored.scores, &of_classes, replicates, options)?;
    let level = Level::new(request.get("level")?)?;
    let each = percentile_intervals(&drawn, &found.values, level, &mut poll)?;
    let left = each.iter().map(|of| of.left).min().unwrap_or(0);
    let covariance = replicate_covariance(&drawn, found.values.len(), &mut poll)?;
    let names = ["estimate", "std.error", "conf.low", "conf.high"];
    let rows = table(names, each.len(), |i| {
        let interval = &each[i].interval;
        let columns = [interval.std_error, interval.low, interval.high].map(or_missing);
        [found.values[i], columns[0], columns[1], columns[2]]
    })?;
    let parts = [
        rows,
        numbers(covariance)?,
        (left as f64).into(),
        numbers(found.units)?,
        numbers(found.effective)?,
    ];
    list(["rows", "covariance", "left", "units", "effective"], parts)
}

fn codes_of<'a>(scored: &Scored<'a>) -> Result<&'a [i32], Failure> {
    match scored.labels {
        Labels::Integers(codes) => Ok(codes.values),
        _ => Err(Failure::internal("codes are integers".to_string())),
    }
}

/// The areas of several classes by one classifier, and the influences on the first one, on the second one and so
/// on.
fn classes_influences(scored: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let mut request = ClassRequest::new(codes_of(&scored)?, scored.scores.len());
    request.weights = scored.weights;
    request.sampling = scored.sampling();
    let found = class_areas(&scored.scores, &request, scored.options(&mut poll))?;
    list(
        ["values", "influences"],
        [numbers(found.values)?, numbers(found.influences)?],
    )
}

pub fn folds_of<'a>(codes: &'a [i32], numbers: &[i32]) -> Result<Vec<Folds<'a>>, Failure> {
    let mut folds = reserve(numbers.len())?;
    for (codes, &number) in codes
        .chunks((codes.len() / numbers.len().max(1)).max(1))
        .zip(numbers)
    {
        let number = number.max(0) as usize;
        push(&mut folds, Folds { codes, number })?;
    }
    Ok(folds)
}

/// The mean curve of all repetitions of one score over the folds that `request` has.
fn folds_curve(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let folds = Given::of(request)?.folds;
    let found = curve_over_folds(&scored.observations()?, &folds, scored.options(&mut poll));
    frame_of(&found?)
}

/// The mean of curves that count alike, of classes of mean weight.
fn curves_mean(curves: List<CurveColumns>) -> Result<Value, Failure> {
    let mut all: Vec<Curve> = Vec::new();
    for columns in curves.read_all()? {
        push(&mut all, curve(columns, "curve")?)?;
    }
    let shares = filled(all.len(), 1.0 / all.len() as f64)?;
    let mut weights = [0.0; 2];
    for curve in &all {
        weights[0] += shares[0] * curve.negatives();
        weights[1] += shares[0] * curve.positives();
    }
    frame_of(&mean_curve(&all, &shares, weights, &mut poll)?)
}

/// A curve without thresholds.
fn frame_of(mean: &MeanCurve) -> Result<Value, Failure> {
    let mut frame = Frame::new(&["TPR", "FPR", "threshold", "FN", "FP"], mean.tpr.len())?;
    let [tpr, fpr, threshold, false_negative, false_positive] = frame.columns();
    tpr.copy_from_slice(&mean.tpr);
    fpr.copy_from_slice(&mean.fpr);
    threshold.fill(or_missing(f64::NAN));
    false_negative.copy_from_slice(&mean.false_negative);
    false_positive.copy_from_slice(&mean.false_positive);
    Ok(frame.into())
}

/// The effective numbers of the negatives and of the positives.
fn effective_numbers_of(scored: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let observations = scored.observations()?;
    let [first, ..] = &observations[..] else {
        return Err(Failure::internal("there is a score".to_string()));
    };
    numbers(effective_numbers(
        first,
        scored.unit,
        scored.clusters,
        &mut poll,
    )?)
}

shims! {
    spread_of(scored, request);
    effective_numbers_of(scored);
    classes_spread(scored, request);
    classes_bootstrap(scored, request);
    classes_influences(scored);
    folds_curve(scored, request);
    curves_mean(curves);
}
