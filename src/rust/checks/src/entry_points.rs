//! All that the core does, by name, for tests of what holds for all of it.

use crate::case::{Case, LabelColumn, ScoreColumn, WeightColumn};
use crate::curve::Curve;
use crate::rng::Rng;
use crate::sample::gentle;
use crate::scores::{narrow_peak, thousandths, uniform};
use weighted_roc_core::curve::{Curve as KnownVariances, Ranking};
use weighted_roc_core::decision::{
    Bound, Bounds, Constrained, Costs, NetBenefit, NeymanPearson, Reject, Risk,
};
use weighted_roc_core::inference::CovarianceRequest;
use weighted_roc_core::measure::{
    measure_at, write_columns, Column, ColumnsRequest, Density, Measure, Parameters,
};
use weighted_roc_core::quantity::{values, Choice, Place, Quantity};
use weighted_roc_core::replicate::{replicate_areas, Bootstrap, BootstrapRequest, Scheme};
use weighted_roc_core::sampling::Unit;
use weighted_roc_core::shape;
use weighted_roc_core::tally::{self, Row};
use weighted_roc_core::{
    area, decision, hypothesis, inference, memory, optimum, Error, Labels, Observations, Options,
    Scores, Weights,
};

/// The input of the core, as large as requested.
pub struct Inputs {
    /// Scores of the same observations: the first is that of `ranking`, and so on.
    pub cases: Vec<Case>,
    /// The same with few distinct scores.
    pub few: Case,
    /// The same with scores of which many share a bucket.
    pub peak: Case,
    /// Few observations, and more scores of them than observations.
    pub wide: Vec<Case>,
    /// The cluster of each observation.
    pub clusters: Vec<i32>,
    /// Weights of all observations, twice.
    pub replicates: Vec<f64>,
    pub ranking: Ranking,
    /// Each row is a corner.
    pub curve: Curve,
    pub crossing: [Curve; 2],
    pub tallies: Vec<Vec<Row>>,
    /// The same with bins that overlap from one to the next.
    pub bins: Vec<Vec<Row>>,
    pub rows: Vec<usize>,
    pub bootstrap: Bootstrap,
    pub of_clusters: Bootstrap,
}

/// How many scores the observations have.
pub const SCORES: usize = 3;

/// How many observations a cluster has.
const PER_CLUSTER: usize = 2;

const WIDE: usize = 40;

const COSTS: Costs = Costs {
    false_positive: 1.0,
    false_negative: 3.0,
    true_positive: 0.0,
    true_negative: 0.0,
};

const BEST: Choice = Choice {
    by: Measure::Risk(COSTS),
    prior: None,
    bounds: Bounds::NONE,
};

impl Inputs {
    pub fn new(n: usize) -> Inputs {
        Inputs::with(n, |i| i as i32 % 2, uniform)
    }

    /// With labels, and with scores of a shape.
    pub fn with(
        n: usize,
        label: impl Fn(usize) -> i32,
        scores: fn(usize, &mut Rng) -> Vec<f64>,
    ) -> Inputs {
        let rng = &mut Rng::new(n as u64);
        let labels: Vec<i32> = (0..n).map(label).collect();
        let cases = of_scores(&labels, scores, SCORES, rng);
        let few = Case {
            scores: ScoreColumn::F64(thousandths(n, rng)),
            ..cases[0].clone()
        };
        let peak = Case {
            scores: ScoreColumn::F64(narrow_peak(n, rng)),
            ..cases[0].clone()
        };
        let clusters: Vec<i32> = (0..n).map(|i| (i / PER_CLUSTER) as i32).collect();
        let crossing = [0, 1].map(|i| Curve::of(&cases[i]).expect("a valid case"));
        let curve = gentle(n, 1e-3);
        let never = &mut || false;
        let bootstrap = |clusters, scheme| {
            let mut request = BootstrapRequest::new(scheme);
            request.sampling.clusters = clusters;
            let never = &mut || false;
            Bootstrap::new(&[cases[0].observations()], &request, Options::new(never))
                .expect("a valid case")
        };
        let number = n.div_ceil(PER_CLUSTER);
        let tallies: Vec<Vec<Row>> = cases
            .iter()
            .map(|case| chunk(case, Options::new(never)).expect("a valid chunk"))
            .collect();
        let bins = |rows: &Vec<Row>| {
            tally::join_few(rows.clone(), 4.0, &mut || false).expect("no interruption")
        };
        Inputs {
            bins: tallies.iter().map(bins).collect(),
            wide: of_scores(&[0, 1].repeat(WIDE / 2), uniform, WIDE, rng),
            replicates: (0..2 * n).map(|_| rng.below(3) as f64).collect(),
            ranking: Ranking::new(&cases[0].observations(), Options::new(never))
                .expect("a valid case"),
            tallies,
            rows: (0..curve.rows()).collect(),
            bootstrap: bootstrap(None, Scheme::Multinomial),
            of_clusters: bootstrap(Some((&clusters, number)), Scheme::Dirichlet),
            few,
            peak,
            clusters,
            curve,
            crossing,
            cases,
        }
    }

    fn number_of_clusters(&self) -> usize {
        self.clusters.len().div_ceil(PER_CLUSTER)
    }

    fn clustered(&self) -> CovarianceRequest<'_> {
        let mut request = CovarianceRequest::default();
        request.sampling.clusters = Some((&self.clusters, self.number_of_clusters()));
        request
    }
}

fn of_scores(
    labels: &[i32],
    scores: fn(usize, &mut Rng) -> Vec<f64>,
    number: usize,
    rng: &mut Rng,
) -> Vec<Case> {
    let weights: Vec<f64> = labels.iter().map(|_| 0.1 + rng.unit()).collect();
    let case = |_| Case {
        scores: ScoreColumn::F64(scores(labels.len(), rng)),
        labels: LabelColumn::I32(labels.to_vec()),
        weights: WeightColumn::F64(weights.clone()),
    };
    (0..number).map(case).collect()
}

/// Something that the core does to inputs, and a number that stands for all that it gives.
pub type Work = fn(&Inputs, Options) -> Result<u64, Error>;

pub struct EntryPoint {
    pub name: &'static str,
    /// The memory that it may take, for each observation or row.
    pub bytes: usize,
    pub work: Work,
}

const fn entry(name: &'static str, bytes: usize, work: Work) -> EntryPoint {
    EntryPoint { name, bytes, work }
}

pub const ENTRY_POINTS: &[EntryPoint] = &[
    entry("Ranking::new", 16, |of, options| {
        let ranking = Ranking::new(&of.cases[0].observations(), options)?;
        Ok(ranking.rows() as u64)
    }),
    entry("Ranking::new, few scores", 0, |of, options| {
        let ranking = Ranking::new(&of.few.observations(), options)?;
        Ok(ranking.rows() as u64)
    }),
    entry("Ranking::new, a narrow peak", 16 + 3, |of, options| {
        let ranking = Ranking::new(&of.peak.observations(), options)?;
        Ok(ranking.rows() as u64)
    }),
    entry("Ranking::of_tally", 40, |of, options| {
        Ok(Ranking::of_tally(&of.tallies[0], options.poll)?.rows() as u64)
    }),
    entry("Ranking::to_curve", 40, |of, options| {
        let curve = of.ranking.to_curve(options.poll)?;
        let points = curve.as_curve().points();
        Ok(digest(points.tpr.iter().chain(points.false_positive)))
    }),
    entry("Curve::new", 0, |of, options| {
        KnownVariances::new(of.curve.points(), options.poll).map(|curve| curve.rows() as u64)
    }),
    entry("Curve::all_rows", 8, |of, _| {
        Ok(digest_rows(&of.curve.given().all_rows()?))
    }),
    entry("trapezoid", 0, |of, options| {
        let area = area::trapezoid(&of.curve.tpr, &of.curve.fpr, options.poll)?;
        Ok(digest(&[area]))
    }),
    entry("wmw", 16, |of, options| {
        Ok(digest(&[area::wmw(&of.cases[0].observations(), options)?]))
    }),
    entry("wmw, few scores", 0, |of, options| {
        Ok(digest(&[area::wmw(&of.few.observations(), options)?]))
    }),
    entry("wmw_each", 8 + 16, |of, options| each(&of.cases, options)),
    entry("partial_by_fpr", 0, |of, options| {
        let area = area::partial_by_fpr(&of.curve.given(), [0.1, 0.7], options.poll)?;
        Ok(digest(&[area]))
    }),
    entry("partial_by_tpr", 0, |of, options| {
        let area = area::partial_by_tpr(&of.curve.given(), [0.1, 0.7], options.poll)?;
        Ok(digest(&[area]))
    }),
    entry("cost_areas", 0, |of, options| {
        let costs = [[0.25, 0.75], [0.5, 0.5]];
        let result = area::cost_areas(&of.curve.given(), &costs, [0.5, 0.5], options.poll)?;
        Ok(digest(result.iter().map(|result| &result.area)))
    }),
    entry("measures", 0, |of, _| {
        let (curve, row) = (of.curve.given(), of.curve.rows() / 2);
        let at = |measure| measure_at(&curve, row, measure, Some(0.2));
        Ok(digest(&[at(Measure::Correlation)?, at(Measure::F1)?]))
    }),
    entry("write_columns", 8 * (Measure::NUMBER + 4), |of, options| {
        let rows = of.curve.rows();
        let columns: Vec<_> = Measure::of_cells(&Parameters::default())
            .map(Column::Measure)
            .collect();
        let mut all = memory::filled(columns.len() * rows, 0.0)?;
        let mut request = ColumnsRequest::new(&columns);
        request.undefined = -1.0;
        write_columns(
            &of.curve.given(),
            &request,
            all.chunks_exact_mut(rows),
            options,
        )?;
        Ok(digest(&all))
    }),
    entry("hull", 32, |of, options| {
        let result = shape::hull(&of.curve.given(), options.poll)?;
        Ok(digest_rows(result.rows()) ^ digest(result.slopes()))
    }),
    entry("Risk::least", 32, |of, options| {
        let curve = of.curve.given();
        let risk = Risk::new(&curve, COSTS, [0.5, 0.5])?;
        Ok(risk.least(options.poll)? as u64)
    }),
    entry("NeymanPearson", 0, |of, options| {
        let curve = of.curve.given();
        let choices = NeymanPearson::new(&curve, &of.rows, options.poll)?;
        let result = choices.choose(Bound::Fpr(0.3))?;
        Ok(digest(&[result.mixture.value]))
    }),
    entry("NetBenefit::best_on", 32, |of, options| {
        let curve = of.curve.given();
        let hull = shape::hull(&curve, options.poll)?;
        let benefit = NetBenefit::new(&curve, 0.3, [0.5, 0.5])?;
        Ok(digest(&[benefit.at(benefit.best_on(&hull)?)?]))
    }),
    entry("Constrained", 32, |of, options| {
        let curve = of.curve.given();
        let hull = shape::hull(&curve, &mut *options.poll)?;
        let mut bounds = Bounds::default();
        bounds.fpr = Some(0.3);
        bounds.ppv = Some(0.9);
        let rules = Constrained::new(&curve, bounds, [0.5, 0.5])?;
        let row = rules.best_row(options.poll)?.unwrap_or(0);
        let tpr = rules.best_on(&hull)?.map_or(0.0, |rule| rule.tpr);
        Ok(digest(&[tpr]) ^ row as u64)
    }),
    entry("Reject::least_on", 32, |of, options| {
        let curve = of.curve.given();
        let hull = shape::hull(&curve, &mut *options.poll)?;
        let result = Reject::new(&curve, COSTS, 0.2, [0.5, 0.5])?.least_on(&hull, options.poll)?;
        Ok(digest(&[result.risk]))
    }),
    entry("cost_curve", 48, |of, options| {
        let result = decision::cost_curve(&of.curve.given(), options.poll)?;
        Ok(digest(result.iter().map(|vertex| &vertex.cost)))
    }),
    entry("compare", 0, |of, options| {
        let result = decision::compare(
            &of.crossing[0].given(),
            &of.crossing[1].given(),
            options.poll,
        )?;
        Ok(digest(result.iter().map(|interval| &interval.to)))
    }),
    entry("thin, straight lines", 24, |of, options| {
        Ok(digest_rows(
            &decision::thin(&of.curve.given(), true, None, options.poll)?.rows,
        ))
    }),
    entry("thin, points", 16, |of, options| {
        let points = Some(of.curve.rows() / 4);
        Ok(digest_rows(
            &decision::thin(&of.curve.given(), false, points, options.poll)?.rows,
        ))
    }),
    entry("half_of_rectangles", 0, |of, options| {
        let curve = of.curve.given();
        let result = decision::half_of_rectangles(&curve, |row| row % 2 == 0, options.poll)?;
        Ok(digest(&[result]))
    }),
    entry("influence", 40, |of, options| {
        let result = inference::influence(&of.cases[0].observations(), options)?;
        Ok(digest(result.values.iter().chain(&result.shares)))
    }),
    entry("spread", 16, |of, options| {
        covariance(&of.cases[..1], &CovarianceRequest::default(), options)
    }),
    entry("spread, counts", 16, |of, options| {
        let mut request = CovarianceRequest::default();
        request.sampling.unit = Unit::Count;
        covariance(&of.cases[..1], &request, options)
    }),
    entry("quantity::values", 80, |of, options| {
        let h = Quantity::of_curve(Measure::H(Density::ByPriors));
        let result = values(&[of.cases[0].observations()], &[h], options)?;
        Ok(digest(&result))
    }),
    entry("spread, several scores", 8 * (SCORES + 5), |of, options| {
        covariance(&of.cases, &CovarianceRequest::default(), options)
    }),
    entry(
        "spread, several scores, clusters",
        8 * (SCORES + 5) + 16 / PER_CLUSTER,
        |of, options| covariance(&of.cases, &of.clustered(), options),
    ),
    entry("spread, many scores", 0, |of, options| {
        covariance(&of.wide, &CovarianceRequest::default(), options)
    }),
    entry("compare_scores", 8 * (SCORES + 5), |of, options| {
        compared(&of.cases, &CovarianceRequest::default(), options)
    }),
    entry(
        "compare_scores, clusters",
        8 * (SCORES + 5) + 16 / PER_CLUSTER,
        |of, options| compared(&of.cases, &of.clustered(), options),
    ),
    entry("compare_scores, many scores", 0, |of, options| {
        compared(&of.wide, &CovarianceRequest::default(), options)
    }),
    entry("optimum", OF_OPTIMUM, |of, options| {
        at_optimum(of, None, options)
    }),
    entry("optimum, clusters", OF_OPTIMUM, |of, options| {
        let clusters = (&of.clusters[..], of.number_of_clusters());
        at_optimum(of, Some(clusters), options)
    }),
    entry("Bootstrap::new", 56, |of, options| {
        let case = of.cases[0].observations();
        let request = BootstrapRequest::new(Scheme::Dirichlet);
        Bootstrap::new(&[case], &request, options).map(|_| 0)
    }),
    entry(
        "Bootstrap::new, clusters",
        56 + 4 / PER_CLUSTER,
        |of, options| {
            let case = of.cases[0].observations();
            let mut request = BootstrapRequest::new(Scheme::Dirichlet);
            request.sampling.clusters = Some((&of.clusters, of.number_of_clusters()));
            Bootstrap::new(&[case], &request, options).map(|_| 0)
        },
    ),
    entry("replicates of areas", 16, |of, options| {
        replicates(&of.bootstrap, &[Quantity::AREA], options)
    }),
    entry("replicates of areas, clusters", 16, |of, options| {
        replicates(&of.of_clusters, &[Quantity::AREA], options)
    }),
    entry("replicates of partial areas by FPR", 20, |of, options| {
        replicates(
            &of.bootstrap,
            &[Quantity::partial_by_fpr([0.1, 0.7])],
            options,
        )
    }),
    entry("replicates of partial areas by TPR", 20, |of, options| {
        replicates(
            &of.bootstrap,
            &[Quantity::partial_by_tpr([0.1, 0.7])],
            options,
        )
    }),
    entry("replicates of TPR", 20, |of, options| {
        replicates(&of.bootstrap, &[0.1, 0.7].map(Quantity::tpr_at), options)
    }),
    entry("replicates of FPR", 20, |of, options| {
        replicates(&of.bootstrap, &[0.1, 0.7].map(Quantity::fpr_at), options)
    }),
    entry("replicates of rates at thresholds", 20, |of, options| {
        replicates(
            &of.of_clusters,
            &[0.1, 0.7].map(|at| Quantity::at_threshold(Measure::Tpr, at)),
            options,
        )
    }),
    entry("replicates of the best threshold", 80, |of, options| {
        replicates(
            &of.bootstrap,
            &[Quantity::at(BEST.by, Place::Chosen(BEST))],
            options,
        )
    }),
    entry("replicate_areas", 56, |of, options| {
        let mut areas = [0.0; 2];
        let case = of.cases[0].observations();
        replicate_areas(&case, &of.replicates, &mut areas, options)?;
        Ok(digest(&areas))
    }),
    entry("of_chunk", 16 + 136, |of, options| {
        chunk(&of.cases[0], options).map(|rows| digest_tally(&rows))
    }),
    entry("of_chunk, few scores", 0, |of, options| {
        chunk(&of.few, options).map(|rows| digest_tally(&rows))
    }),
    entry("coarsen", 136, |of, options| {
        let rows = memory::collect(of.tallies[0].iter().copied())?;
        let (rows, level) = tally::coarsen(rows, 0, Some(1000), options.poll)?;
        Ok(digest_tally(&rows) ^ u64::from(level))
    }),
    entry("merge", 272 * SCORES, |of, options| {
        let (rows, level) = tally::merge(&of.tallies, 0, None, options.poll)?;
        Ok(digest_tally(&rows) ^ u64::from(level))
    }),
    entry(
        "merge, bins that overlap",
        280 * SCORES / 4 + 1,
        |of, options| {
            let (rows, level) = tally::merge(&of.bins, 0, Some(1000), options.poll)?;
            Ok(digest_tally(&rows) ^ u64::from(level))
        },
    ),
    entry("to_breaks", 136, |of, options| {
        let rows = memory::collect(of.tallies[0].iter().copied())?;
        let rows = tally::to_breaks(rows, &[0.25, 0.5], 3.0, options.poll)?;
        Ok(digest_tally(&rows))
    }),
    entry("join_few", 136, |of, options| {
        let rows = memory::collect(of.tallies[0].iter().copied())?;
        let rows = tally::join_few(rows, 3.0, options.poll)?;
        Ok(digest_tally(&rows))
    }),
    entry(
        "tallied_sums, bins that overlap",
        (280 + 40) * SCORES / 4 + 1,
        |of, options| {
            let (rows, _) = tally::merge(&of.bins, 0, None, &mut *options.poll)?;
            let result = inference::tallied_sums(&rows, [1.0; 2], Unit::Row, options.poll)?;
            Ok(digest(&result.sums.negatives))
        },
    ),
    entry("tallied_steps", 24, |of, options| {
        let steps = inference::tallied_steps(&of.tallies[0], options.poll)?;
        Ok(steps.len() as u64)
    }),
    entry("tallied_sums", 0, |of, options| {
        let result = inference::tallied_sums(&of.tallies[0], [1.0; 2], Unit::Row, options.poll)?;
        Ok(digest(
            result.sums.negatives.iter().chain(&result.sums.effective),
        ))
    }),
];

fn each(cases: &[Case], options: Options) -> Result<u64, Error> {
    let (scores, labels, weights) = shared(cases);
    let areas = area::wmw_each(&scores, labels, weights, options)?;
    Ok(digest(&areas))
}

fn shared(cases: &[Case]) -> (Vec<Scores<'_>>, Labels<'_>, Weights<'_>) {
    let observations: Vec<Observations> = cases.iter().map(Case::observations).collect();
    let scores = observations.iter().map(|of| of.scores).collect();
    (scores, observations[0].labels, observations[0].weights)
}

fn covariance(cases: &[Case], request: &CovarianceRequest, options: Options) -> Result<u64, Error> {
    let observations: Vec<Observations> = cases.iter().map(Case::observations).collect();
    let result = inference::covariance(&observations, request, options);
    let result = result?;
    Ok(digest(result.matrix.iter().chain(&result.df)))
}

fn compared(cases: &[Case], request: &CovarianceRequest, options: Options) -> Result<u64, Error> {
    let observations: Vec<Observations> = cases.iter().map(Case::observations).collect();
    let result = hypothesis::compare_scores(&observations, request, options);
    let result = result?;
    let pairs = result.pairs.iter().flat_map(|pair| &pair.fourths);
    Ok(digest(pairs.chain([&result.joint.statistic])))
}

/// Its curve, and the most that a step of it takes beside that.
const OF_OPTIMUM: usize = 40 + 128;

fn at_optimum(
    of: &Inputs,
    clusters: Option<(&[i32], usize)>,
    options: Options,
) -> Result<u64, Error> {
    let mut request = optimum::Request::new(BEST, &[BEST.by]);
    request.sampling.clusters = clusters;
    request.halves = 4;
    let case = of.cases[0].observations();
    let result = optimum::optimum(&case, &request, options)?;
    Ok(digest(&[
        result.measures[0].estimate,
        result.threshold.high,
    ]))
}

fn replicates(
    bootstrap: &Bootstrap,
    quantities: &[Quantity],
    options: Options,
) -> Result<u64, Error> {
    let mut to = [0.0; 12];
    bootstrap.replicates(quantities, 0, &mut to, options)?;
    Ok(digest(&to))
}

fn chunk(case: &Case, options: Options) -> Result<Vec<Row>, Error> {
    tally::of_chunk(&case.observations(), options)
}

/// One number for many, which changes with any of them.
fn digest<'a>(values: impl IntoIterator<Item = &'a f64>) -> u64 {
    values.into_iter().fold(1, |digest, value| {
        (digest ^ value.to_bits())
            .wrapping_mul(0x0100_0000_01b3)
            .rotate_left(17)
    })
}

fn digest_rows(rows: &[usize]) -> u64 {
    rows.iter()
        .fold(1, |digest, &row| digest * 31 % 1_000_000_007 + row as u64)
}

fn digest_tally(rows: &[Row]) -> u64 {
    digest(rows.iter().flat_map(|row| [&row.score, &row.negative]))
}
