//! Neither the shape of the scores nor their number makes the core fall off a cliff. How often it
//! polls tells how many observations it has worked on.

use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::entries::{args::Args, inputs::Inputs, large_entries};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::{labels, scores, weights, Shape};
use weighted_roc_core::area::{cost_areas, wmw};
use weighted_roc_core::curve::Ranking;
use weighted_roc_core::{Observations, Options, Poll};

const N: usize = 1_000_000;

fn rank(observations: &Observations, poll: Poll) {
    Ranking::new(observations, Options::new(poll)).unwrap();
}

fn compare(observations: &Observations, poll: Poll) {
    wmw(observations, Options::new(poll)).unwrap();
}

/// How often the work polls for scores of a shape.
fn polls(work: fn(&Observations, Poll), scores: &'static scores::Shape, rng: &mut Rng) -> usize {
    let shape = Shape {
        scores,
        labels: &labels::SHAPES[0],
        weights: &weights::SHAPES[0],
    };
    let case = shape.case(N, rng);
    let mut polls = 0;
    let mut poll = || {
        polls += 1;
        false
    };
    work(&case.observations(), &mut poll);
    polls
}

#[test]
fn scores_of_every_shape_take_about_as_much_work_as_uniform_ones() {
    let mut rng = Rng::new(1);
    for work in [rank, compare] {
        let uniform = polls(work, &scores::SHAPES[0], &mut rng);
        for scores in scores::SHAPES {
            let found = polls(work, scores, &mut rng);
            assert!(
                2 * found <= 3 * uniform,
                "{found} polls, not {uniform}: {}",
                scores.0
            );
        }
    }
}

#[test]
fn twice_the_input_is_about_twice_the_work() {
    let sizes = [N / 4, N / 2].map(Inputs::new);
    for entry in large_entries() {
        let [found, of_twice] = sizes.each_ref().map(|inputs| {
            let mut polls = 0;
            let mut poll = || {
                polls += 1;
                false
            };
            (entry.work)(&Args::valid(inputs), Options::new(&mut poll)).unwrap();
            polls
        });
        let name = entry.name;
        assert!(
            of_twice <= 3 * found,
            "{name}: {of_twice} polls, not {found}"
        );
    }
}

/// How often the areas for so many costs poll.
fn polls_for_costs(curve: &Curve, number: usize) -> usize {
    let costs = (1..=number).map(|i| i as f64 / (number + 1) as f64);
    let costs: Vec<[f64; 2]> = costs.map(|cost| [cost, 1.0 - cost]).collect();
    let mut polls = 0;
    let mut poll = || {
        polls += 1;
        false
    };
    cost_areas(&curve.given(), &costs, [0.25, 0.75], &mut poll).unwrap();
    polls
}

#[test]
fn a_thousand_costs_are_little_more_work_than_one() {
    let curve = Inputs::new(N / 2).curve;
    let [one, thousand] = [1, 1000].map(|number| polls_for_costs(&curve, number));
    assert!(thousand <= 4 * one, "{thousand} polls, not {one}");
}
