//! The core against the definition, on small inputs of every shape.

use weighted_roc_checks::case::Case;
use weighted_roc_checks::check::case_agrees;
use weighted_roc_checks::definition::by_definition;
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::{labels, scores, weights, Shape};
use weighted_roc_checks::sorting::by_sorting;

const LARGEST: usize = 60;
const ROUNDS: usize = 10;

#[test]
fn curves_and_statistics_of_every_shape_are_those_of_the_definition() {
    let mut rng = Rng::new(1);
    for shape in (0..ROUNDS).flat_map(|_| shapes()) {
        let case = small(shape, &mut rng);
        let verdict = case_agrees(&case, &by_definition(&case.rows()));
        verdict.unwrap_or_else(|wrong| panic!("{}: {wrong} in {case:?}", shape.name()));
    }
}

#[test]
fn sorting_gives_what_the_definition_gives() {
    let mut rng = Rng::new(2);
    for _ in 0..1000 {
        let rows = small(Shape::any(&mut rng), &mut rng).rows();
        assert_eq!(by_sorting(&rows), by_definition(&rows), "{rows:?}");
    }
}

fn shapes() -> impl Iterator<Item = Shape> {
    scores::SHAPES.iter().flat_map(|scores| {
        labels::SHAPES.iter().flat_map(move |labels| {
            weights::SHAPES.iter().map(move |weights| Shape {
                scores,
                labels,
                weights,
            })
        })
    })
}

fn small(shape: Shape, rng: &mut Rng) -> Case {
    let n = 2 + rng.below(LARGEST - 1);
    shape.case(n, rng)
}
