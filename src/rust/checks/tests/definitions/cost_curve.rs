//! The least cost at every operating condition.

use num_rational::BigRational;
use num_traits::{One, Zero};
use weighted_roc_checks::calls::cost_curve;
use weighted_roc_checks::check::{require, Verdict};
use weighted_roc_checks::decision::envelope::Lines;
use weighted_roc_checks::exact::{is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::{bends, gentle, Sample};
use weighted_roc_core::decision::CostVertex;

/// How far a cost may be above the least one, relative to it.
const COST: f64 = 1e-14;

/// A probability near 1 has few digits of its distance from 1, which is what false positives count.
fn absolute(pc: f64) -> f64 {
    match pc < 0.5 {
        true => 4.0 * f64::from_bits(1),
        false => 4.0 * f64::EPSILON,
    }
}

/// Vertices from 0 to 1, no two at the same place, and what the last says of the row.
fn well_formed(vertices: &[CostVertex]) -> Verdict {
    let ascend = vertices.is_sorted_by(|a, b| a.pc < b.pc);
    let [first, .., last] = vertices else {
        return Err("fewer than two vertices".into());
    };
    let before = &vertices[vertices.len() - 2];
    let ends = (first.pc, last.pc, before.row == last.row) == (0.0, 1.0, true);
    require(ascend && ends, || {
        "the vertices do not ascend from 0 to 1".into()
    })
}

/// The cost of a row, or one that is found, is no farther from the least than rounding.
fn is_least(cost: &BigRational, pc: &BigRational, lines: &Lines) -> Verdict {
    let least = lines.least(pc);
    let most = &least * rational(1.0 + COST) + rational(absolute(rounded(pc)));
    require(*cost <= most, || {
        let (pc, cost, least) = (rounded(pc), rounded(cost), rounded(&least));
        format!("the cost at {pc:e} is {cost:e}, the least {least:e}")
    })
}

/// Every vertex has the least cost there, and its row from there to the next.
fn agree(vertices: &[CostVertex], lines: &Lines, rng: &mut Rng) -> Verdict {
    well_formed(vertices)?;
    for vertex in vertices {
        let pc = rational(vertex.pc);
        let right = is_near(vertex.cost, &lines.least(&pc), COST, absolute(vertex.pc));
        require(right, || {
            format!("{vertex:?}, not {:e}", rounded(&lines.least(&pc)))
        })?;
    }
    for ends in vertices.windows(2) {
        let (from, to) = (rational(ends[0].pc), rational(ends[1].pc));
        for part in [0.0, 0.5, rng.unit(), 1.0] {
            let pc = &from + (&to - &from) * rational(part);
            is_least(&lines.cost(ends[0].row, &pc), &pc, lines)?;
        }
    }
    Ok(())
}

#[test]
fn costs_are_the_least_of_all_rows() {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let Sample { curve, name, .. } = Sample::up_to(60, &mut rng);
        let result = cost_curve(&curve.given()).expect("memory");
        agree(&result, &Lines::by_columns(&curve), &mut rng)
            .unwrap_or_else(|wrong| panic!("{name}: {wrong} in {result:?}: {curve:?}"));
    }
}

#[test]
fn costs_are_the_least_of_thousands_of_rows() {
    let mut rng = Rng::new(2);
    for _ in 0..20 {
        let Sample { curve, name, .. } = Sample::any(2000, &mut rng);
        let result = cost_curve(&curve.given()).expect("memory");
        agree(&result, &Lines::by_columns(&curve), &mut rng)
            .unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    }
}

#[test]
fn costs_are_the_least_on_curves_that_hardly_bend() {
    let mut rng = Rng::new(3);
    for bend in bends() {
        let curve = gentle(300, bend);
        let result = cost_curve(&curve.given()).expect("memory");
        agree(&result, &Lines::by_columns(&curve), &mut rng)
            .unwrap_or_else(|wrong| panic!("bend {bend:e}: {wrong}"));
    }
}

/// The vertices by definition, each with the row that is the best from there on.
fn by_definition(lines: &Lines) -> Vec<(BigRational, usize)> {
    let vertices = lines.vertices();
    let middle = |ends: &[BigRational]| (&ends[0] + &ends[1]) / rational(2.0);
    let best = |ends: &[BigRational]| lines.best(&middle(ends)).expect("one row is the best");
    let rows = vertices.windows(2).map(best);
    let mut rows: Vec<usize> = rows.collect();
    rows.push(rows[rows.len() - 1]);
    vertices.into_iter().zip(rows).collect()
}

#[test]
fn the_vertices_for_whole_weights_are_those_of_the_definition() {
    let mut rng = Rng::new(4);
    for _ in 0..1000 {
        let sample = Sample::whole(25, &mut rng);
        let lines = Lines::by_weights(&sample.exact());
        let expected = by_definition(&lines);
        let result = cost_curve(&sample.curve.given()).expect("memory");
        let same = |(vertex, (pc, row)): (&CostVertex, &(BigRational, usize))| {
            vertex.row == *row
                && is_near(vertex.pc, pc, COST, 0.0)
                && is_near(vertex.cost, &lines.least(pc), COST, 0.0)
        };
        let all = result.len() == expected.len() && result.iter().zip(&expected).all(same);
        let ends = [BigRational::zero(), BigRational::one()];
        assert!(ends[0] == expected[0].0 && ends[1] == expected[expected.len() - 1].0);
        assert!(all, "{}: {result:?} of {:?}", sample.name, sample.curve);
    }
}
