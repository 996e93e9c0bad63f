use super::*;
use crate::observations::Observations;
use crate::testing::wrong_length;
use crate::Integers;

const SCORES: [f64; 5] = [0.5, -0.0, f64::INFINITY, 2.0, 1.0];
const LABELS: [i32; 5] = [1, 0, 1, 0, 1];
const WEIGHTS: [f64; 5] = [2.0, 3.0, 0.0, 0.0, 5.0];

fn observations(weights: &[f64]) -> Observations<'_> {
    crate::testing::observations(&SCORES, &LABELS, weights)
}

fn signed(weights: &[f64]) -> Result<Vec<f64>> {
    signed_weights(&observations(weights).source()?, &mut || false)
}

fn loaded(source: &dyn Source, positions: bool) -> (Vec<u64>, Vec<f64>, bool) {
    let mut block = Block::new();
    let valid = if positions {
        source.load_positions(0, &mut block)
    } else {
        source.load(0, &mut block)
    };
    let scores = block.scores().iter().map(|score| score.to_bits());
    (scores.collect(), block.weights().to_vec(), valid)
}

#[test]
fn what_is_shared_loads_as_what_is_not() {
    let observations = observations(&WEIGHTS);
    let source = observations.source().unwrap();
    let weights = signed(&WEIGHTS).unwrap();
    assert_eq!(weights, [2.0, -3.0, 0.0, 0.0, 5.0]);
    let shared = Shared::new(Scores::F64(&SCORES), &weights).unwrap();
    assert_eq!(shared.len(), 5);
    for positions in [false, true] {
        assert_eq!(loaded(&shared, positions), loaded(&source, positions));
    }
    for place in 0..5 {
        assert_eq!(shared.score(place), SCORES[place]);
        shared.weigh(&[place], &mut |_, weight| {
            assert_eq!(weight, WEIGHTS[place])
        });
    }
    assert_eq!(shared.scores(0, &mut [0.0; Block::CAPACITY]), SCORES);
}

#[test]
fn faults_are_found_where_they_are() {
    let (position, value) = (3, -1.0);
    let mut weights = WEIGHTS;
    weights[position] = value;
    assert_eq!(signed(&weights), Err(Error::Weight { position, value }));
    let weights = signed(&WEIGHTS).unwrap();
    let visited = |values: &[i32]| {
        let missing = Some(-1);
        let source = Shared::new(Scores::Integers(Integers { values, missing }), &weights)?;
        visit(&source, &mut || false, |_| true)
    };
    assert_eq!(visited(&[1, 2, 3, 4, 5]), Ok(()));
    let argument = Argument::Scores;
    let missing = Error::Missing { argument, position };
    assert_eq!(visited(&[1, 2, 3, -1, -1]), Err(missing));
    let (length, expected) = (2, 5);
    let short = wrong_length(argument, length, expected);
    assert_eq!(visited(&[1, 2]), Err(short));
}
