use super::super::deal::IN_CACHE;
use super::*;
use crate::area::wmw;
use crate::curve::Ranking;
use crate::error::Error;
use crate::sort::rank;
use crate::sort::sample::Sample;
use crate::sort::stretches::STRETCH;
use crate::testing::by;
use crate::testing::examples::*;
use crate::testing::reference::{assert_same_bits, write, Data};
use std::sync::Mutex;
use std::thread::{current, yield_now};

const THREADS: [usize; 4] = [1, 2, 3, 8];

#[test]
fn there_is_a_piece_for_each_thread_where_observations_are_many() {
    let lengths = |n, threads| -> Vec<usize> {
        let pieces = cut(n, NonZeroUsize::new(threads).unwrap()).unwrap();
        assert!(pieces
            .windows(2)
            .all(|p| p[0].range.end == p[1].range.start));
        assert_eq!(pieces[0].range.start, 0);
        assert_eq!(pieces[pieces.len() - 1].range.end, n);
        pieces.iter().map(|piece| piece.range.len()).collect()
    };
    assert_eq!(lengths(FEW, 8), [FEW]);
    assert_eq!(lengths(FEW + 1, 1), [FEW + 1]);
    assert_eq!(lengths(12 * GROUP, 3), [4 * GROUP; 3]);
    assert_eq!(lengths(12 * GROUP - 5, 2), [6 * GROUP, 6 * GROUP - 5]);
    assert_eq!(lengths(9 * GROUP, 1000), [GROUP; 9]);
}

/// A source that records who asks, and waits until `wanted` have.
struct Watched<'a> {
    source: &'a dyn Source,
    seen: Mutex<[Vec<std::thread::ThreadId>; 2]>,
    wanted: usize,
}

impl Watched<'_> {
    fn wait(&self, round: usize) {
        let known = |me| {
            let mut seen = self.seen.lock().unwrap();
            if !seen[round].contains(&me) {
                seen[round].push(me);
            }
            seen[round].len()
        };
        while known(current().id()) < self.wanted {
            yield_now();
        }
    }
}

impl Source for Watched<'_> {
    fn len(&self) -> usize {
        self.source.len()
    }

    fn score(&self, index: usize) -> f64 {
        self.source.score(index)
    }

    fn scores<'a>(&'a self, start: usize, buffer: &'a mut [f64; Block::CAPACITY]) -> &'a [f64] {
        self.wait(0);
        self.source.scores(start, buffer)
    }

    fn load(&self, start: usize, block: &mut Block) -> bool {
        self.wait(1);
        self.source.load(start, block)
    }

    fn load_positions(&self, start: usize, block: &mut Block) -> bool {
        self.source.load_positions(start, block)
    }

    fn weigh(&self, positions: &[usize], weights: &mut dyn FnMut(usize, f64)) {
        self.source.weigh(positions, weights);
    }

    fn first_fault(&self) -> Error {
        self.source.first_fault()
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "no threads")]
fn all_threads_count_and_deal() {
    // As many groups for each thread, whatever their number.
    let data = Data::new(uniform(24 * GROUP), 1);
    for wanted in THREADS {
        let source = Watched {
            source: &data.source(),
            seen: Mutex::default(),
            wanted,
        };
        let sample = Sample::draw(&source).unwrap();
        let ranked = rank(&source, sample.as_ref(), by(wanted, &mut || false)).unwrap();
        assert_eq!(ranked.records.len(), data.scores.len());
        let seen = source.seen.into_inner().unwrap();
        assert_eq!(seen.map(|seen| seen.len()), [wanted; 2]);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for (name, shape) in SHAPES {
        let large = if name == "uniform" { IN_CACHE } else { FEW };
        for n in [STRETCH + 1, 50_000, large + 70_000] {
            let data = Data::new(shape(n), 0);
            let observations = data.observations();
            let of = |threads| {
                let ranking = Ranking::new(&observations, by(threads, &mut || false)).unwrap();
                let area = wmw(&observations, by(threads, &mut || false)).unwrap();
                (write(&ranking), area.to_bits())
            };
            let (curve, area) = of(1);
            for threads in THREADS {
                let (result, its_area) = of(threads);
                assert_same_bits(&result, &curve, name);
                assert_eq!(its_area, area, "{name}");
            }
        }
    }
}

/// Sums that have to be rounded, of weights far apart.
#[test]
fn any_number_of_threads_rounds_the_same() {
    for shape in [uniform, thousandths, narrow_peak, half_zeros] {
        let mut rng = Rng::new(7);
        let scores = shape(FEW + 70_000);
        let data = Data::random(scores, &mut rng, |rng| {
            10f64.powf(24.0 * rng.unit() - 12.0) * f64::from(u8::from(rng.unit() > 0.1))
        });
        let observations = data.observations();
        let of = |threads| {
            let ranking = Ranking::new(&observations, by(threads, &mut || false)).unwrap();
            let area = wmw(&observations, by(threads, &mut || false)).unwrap();
            (write(&ranking), area.to_bits())
        };
        let (expected, area) = of(1);
        for column in [&expected[0], &expected[1], &expected[4]] {
            assert!(column.windows(2).all(|rows| rows[0] >= rows[1]));
        }
        assert!(expected[3].windows(2).all(|rows| rows[0] <= rows[1]));
        assert_eq!([expected[0][0], expected[1][0]], [1.0; 2]);
        for threads in THREADS {
            let (result, its_area) = of(threads);
            assert_same_bits(&result, &expected, "random weights");
            assert_eq!(its_area, area);
        }
    }
}

/// The runs of blocks one after the other, and of blocks by themselves.
fn runs(blocks: &[&[f64]]) -> (bool, bool) {
    let mut runs = Runs::new();
    blocks.iter().for_each(|block| runs.see(block));
    let of_each = blocks.iter().map(|block| {
        let mut runs = Runs::new();
        runs.see(block);
        runs
    });
    let joined = of_each.reduce(Runs::then).unwrap();
    assert_eq!(
        (joined.ascending, joined.descending),
        (runs.ascending, runs.descending)
    );
    (runs.ascending, runs.descending)
}

#[test]
fn runs_are_told_from_each_other_across_blocks() {
    assert_eq!(runs(&[&[1.0, 1.0], &[1.0, 2.0], &[3.0]]), (true, false));
    assert_eq!(runs(&[&[3.0, 2.0], &[2.0, 2.0], &[1.0]]), (false, true));
    assert_eq!(runs(&[&[1.0, 1.0], &[1.0]]), (true, true));
    assert_eq!(runs(&[&[1.0, 2.0], &[1.0, 2.0]]), (false, false));
    assert_eq!(runs(&[&[2.0, 1.0], &[2.0, 1.0]]), (false, false));
    assert_eq!(
        runs(&[&[f64::NEG_INFINITY], &[f64::INFINITY]]),
        (true, false)
    );
}
