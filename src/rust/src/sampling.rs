//! How observations were sampled, as R says it once.

use crate::failure::Failure;
use crate::input::List;
use crate::outcome::outcome_of;
use crate::record::Record;
use weighted_roc_core::censoring::Outcome;
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::sampling::{
    Clusters, Correction, Counts, Design, Folds, Link, Links, Matrix, Sampling, Unit, WeightsModel,
};

/// The named list `variance`, `cluster` (NULL, or codes from 0 on) and `clusters` (how many there are), `folds` (NULL, or
/// the `codes` of all repetitions and the `numbers` of their folds), `links` (NULL, or a list `links`, the `rows` of
/// the observations in them, counted from 0, and the clusters of all rows), and `known` (NULL, or the `covariance` of
/// estimates by a survey design and the `most` degrees of freedom that it has). A missing field is as NULL, and others
/// are R's own.
#[derive(Default)]
pub struct SamplingOfR<'a> {
    unit: Unit,
    correction: Correction,
    clusters: Option<Clusters<'a>>,
    folds: Vec<Folds<'a>>,
    links: Vec<Link<'a>>,
    rows_of_links: Option<&'a [i32]>,
    clusters_of_links: Option<Clusters<'a>>,
    design: Option<Design<'a>>,
}

impl<'a> SamplingOfR<'a> {
    pub fn of(given: Record) -> Result<SamplingOfR<'a>, Failure> {
        let mut sampling = SamplingOfR {
            unit: unit_of(given.find("variance")? == Some("frequency")),
            correction: correction_of(given)?,
            clusters: clusters_of(given)?,
            ..SamplingOfR::default()
        };
        if let Some(folds) = given.find::<Record>("folds")? {
            sampling.folds = folds_of(folds.get("codes")?, folds.get("numbers")?)?;
        }
        if let Some(links) = given.find::<Record>("links")? {
            for link in links.get::<List<Record>>("links")?.read_all()? {
                push(&mut sampling.links, link_of(link)?)?;
            }
            sampling.rows_of_links = links.find("rows")?;
            sampling.clusters_of_links = clusters_of(links)?;
        }
        if let Some(design) = given.find::<Record>("known")? {
            sampling.design = Some(Design {
                covariance: design.get("covariance")?,
                most: design.get("most")?,
            });
        }
        Ok(sampling)
    }

    /// As the core takes it, without links that add nothing to what is said with the weights as they are.
    pub fn get(&self) -> Sampling<'_> {
        let mut sampling = Sampling::default();
        sampling.unit = self.unit;
        sampling.clusters = self.clusters;
        sampling.counts = match self.links[..] {
            [Link::Outcome(outcome), ..] => Some(Counts::new(outcome, self.rows_of_links)),
            _ => None,
        };
        sampling.folds = &self.folds;
        sampling.links = match self.links[..] {
            [Link::Outcome(outcome)]
                if (self.unit == Unit::Row || !outcome.is_known()) && !outcome.moves_weights() =>
            {
                None
            }
            _ => self.all_links(),
        };
        sampling.correction = self.correction;
        sampling.design = self.design;
        sampling
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

    /// The outcome that weights are of, where it changes from replicate to replicate.
    pub fn outcome(&self) -> Option<Outcome<'a>> {
        match self.links[..] {
            [Link::Outcome(outcome), ..] if outcome.moves_weights() => Some(outcome),
            _ => None,
        }
    }
}

/// Returns the unit of weights that are numbers of observations, or not.
pub fn unit_of(counts: bool) -> Unit {
    if counts {
        Unit::Count
    } else {
        Unit::Row
    }
}

/// By the name of the `variance`. Counts of rows use the estimator of rows, and a bootstrap has no
/// other.
pub fn correction_of(given: Record) -> Result<Correction, Failure> {
    match given.find::<&str>("variance")? {
        None | Some("delong" | "frequency" | "bootstrap" | "bayesian") => Ok(Correction::DeLong),
        Some("jackknife") => Ok(Correction::Jackknife),
        Some(other) => Err(Failure::internal(format!("no variance {other}"))),
    }
}

fn clusters_of<'a>(given: Record) -> Result<Option<Clusters<'a>>, Failure> {
    match given.find("cluster")? {
        Some(codes) => Ok(Some((codes, given.get("clusters")?))),
        None => Ok(None),
    }
}

fn folds_of<'a>(codes: &'a [i32], numbers: &[i32]) -> Result<Vec<Folds<'a>>, Failure> {
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

/// An outcome at a time where `kind` says so, otherwise by what parts it has: `functions`, or those of a model.
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
