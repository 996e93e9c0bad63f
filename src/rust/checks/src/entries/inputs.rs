//! Observations, curves and tallies for entries: valid ones as large as requested, and few bad ones.

use crate::calls::tally_of;
use crate::case::{Case, LabelColumn, ScoreColumn, WeightColumn, MISSING};
use crate::curve::Curve;
use crate::entries::args::BAD;
use crate::rng::Rng;
use crate::sample::gentle;
use crate::scores::{narrow_peak, thousandths, uniform};
use weighted_roc_core::curve::Ranking;
use weighted_roc_core::inference::CovarianceRequest;
use weighted_roc_core::replicate::{Bootstrap, BootstrapRequest, Scheme};
use weighted_roc_core::tally::{self, Powers, Row};
use weighted_roc_core::Options;

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
    /// Few observations, most of them invalid.
    pub bad: Vec<Case>,
    /// The curves of those of them that have one.
    pub curves: Vec<Curve>,
    pub bad_tallies: Vec<Vec<Row>>,
}

/// How many observations stand beside the bad ones.
pub const FEW: usize = 8;

/// How many scores the observations have.
pub const SCORES: usize = 3;

/// How many observations a cluster has.
const PER_CLUSTER: usize = 2;

const WIDE: usize = 40;

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
        let cases = scored_cases(&labels, scores, SCORES, rng);
        let few = Case {
            scores: ScoreColumn::F64(thousandths(n, rng)),
            ..cases[0].clone()
        };
        let peak = Case {
            scores: ScoreColumn::F64(narrow_peak(n, rng)),
            ..cases[0].clone()
        };
        let clusters: Vec<i32> = (0..n).map(|i| (i / PER_CLUSTER) as i32).collect();
        let crossing = [0, 1].map(|i| Curve::from_case(&cases[i]).expect("a valid case"));
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
            .map(|case| tally_of(&case.observations()).expect("a valid chunk"))
            .collect();
        let bins = |rows: &Vec<Row>| {
            tally::join_few(rows.clone(), 4.0, &mut || false).expect("no interruption")
        };
        let bad = bad_cases();
        Inputs {
            curves: bad
                .iter()
                .filter_map(|case| Curve::from_case(case).ok())
                .collect(),
            bad,
            bad_tallies: bad_tallies(),
            bins: tallies.iter().map(bins).collect(),
            wide: scored_cases(&[0, 1].repeat(WIDE / 2), uniform, WIDE, rng),
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

    pub fn number_of_clusters(&self) -> usize {
        self.clusters.len().div_ceil(PER_CLUSTER)
    }

    pub fn clustered(&self) -> CovarianceRequest<'_> {
        let mut request = CovarianceRequest::default();
        request.sampling.clusters = Some((&self.clusters, self.number_of_clusters()));
        request
    }
}

fn scored_cases(
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

fn bad_cases() -> Vec<Case> {
    let scores = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
    let labels = [0, 1, 0, 1, 1, 0, 0, 1];
    let case = |scores: &[f64], labels: &[i32], weights| Case {
        scores: ScoreColumn::F64(scores.to_vec()),
        labels: LabelColumn::I32(labels.to_vec()),
        weights,
    };
    let weighted = |weights: &[f64]| WeightColumn::F64(weights.to_vec());
    let mut all = vec![
        case(&scores, &labels, WeightColumn::Unit),
        case(&scores, &labels, WeightColumn::I32(vec![2; FEW])),
        case(&scores, &labels, weighted(&[9e15; FEW])),
        case(&[1.0, 2.0], &[0, 1], WeightColumn::Unit),
        case(&[1.0, 1.0], &[0, 1], WeightColumn::Unit),
        case(&[1.0, 2.0], &[1, 1], WeightColumn::Unit),
        case(&[1.0, 2.0], &[MISSING, i32::MAX], WeightColumn::Unit),
        case(&[1.0, 2.0], &[0, 1], WeightColumn::I32(vec![0, 0])),
        case(&[1.0, 2.0], &[0, 1], WeightColumn::I32(vec![1, MISSING])),
        case(&[1.0, 2.0], &[0, 1], WeightColumn::I32(vec![1, -1])),
        case(&[1.0, 2.0], &[0, 1], WeightColumn::I32(vec![1; 3])),
        case(&[1.0, 2.0], &[0, 1], weighted(&[1.0])),
        case(&scores, &[0, 1], WeightColumn::Unit),
        case(&[1.0], &[0, 1], WeightColumn::Unit),
        case(&[1.0], &[1], WeightColumn::Unit),
        case(&[], &[], WeightColumn::Unit),
        Case {
            scores: ScoreColumn::I32(vec![1, 2, MISSING]),
            labels: LabelColumn::Codes(vec![1, 2, 3]),
            weights: WeightColumn::Unit,
        },
    ];
    for bad in BAD {
        let spoiled = |valid: [f64; FEW], every: usize| {
            let mut values = valid.to_vec();
            values
                .iter_mut()
                .step_by(every)
                .for_each(|value| *value = bad);
            values
        };
        for every in [1, 3] {
            let (scores_with, weights) = (spoiled(scores, every), spoiled([1.0; FEW], every));
            let mut labelled = case(&scores, &[], WeightColumn::Unit);
            labelled.labels = LabelColumn::F64(spoiled(labels.map(f64::from), 3 * every));
            all.extend([
                case(&scores_with, &labels, WeightColumn::Unit),
                case(&scores, &labels, weighted(&weights)),
                case(&scores_with, &labels, weighted(&weights)),
                labelled,
            ]);
        }
    }
    all
}

fn bad_tallies() -> Vec<Vec<Row>> {
    let good = Row::new(1.0, [1.0, 2.0], 1.0);
    let mut all = vec![
        vec![],
        vec![good],
        vec![good, good],
        vec![Row::new(2.0, [1.0, 0.0], 1.0), good],
    ];
    for bad in BAD {
        let later = Row::new(3.0, [1.0, 1.0], 1.0);
        let [mut to_last, mut with_lost, mut with_powers, mut over] = [later; 4];
        to_last.last = bad;
        with_lost.lost = [bad; 2];
        with_powers.powers[0] = Powers {
            squares: bad,
            fourths: bad,
            number: bad,
            lost: [bad; 2],
        };
        (over.score, over.last, over.positive) = (4.0, bad, f64::MAX);
        all.extend([
            vec![good, later, Row::new(bad, [1.0, 1.0], 1.0)],
            vec![Row::new(bad, [1.0, 1.0], 1.0), good],
            vec![good, Row::new(3.0, [bad, 1.0], 1.0)],
            vec![good, Row::new(3.0, [1.0, bad], 1.0)],
            vec![good, Row::new(3.0, [1.0, 1.0], bad)],
            vec![good, to_last],
            vec![good, with_lost],
            vec![good, with_powers],
            vec![good, later, over],
        ]);
    }
    all
}
