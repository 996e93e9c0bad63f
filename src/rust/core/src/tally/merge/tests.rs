use super::*;
use crate::error::Argument;
use crate::error::Error;

/// Rows of ascending scores, each with the number of its tally as a weight.
fn tally(scores: impl Iterator<Item = f64>, number: usize) -> Vec<Row> {
    scores
        .map(|score| Row::at_score(score, [number as f64, 1.0]))
        .collect()
}

#[test]
fn any_number_of_tallies_is_merged_as_by_a_stable_sort() {
    for number in 0..20 {
        let scores = |i: usize| (0..i * 7 % 13).map(move |j| ((j + i % 3) * (1 + i % 4)) as f64);
        let tallies: Vec<Vec<Row>> = (0..number).map(|i| tally(scores(i), i)).collect();
        let mut sorted: Vec<Row> = tallies.concat();
        sorted.sort_by(|a, b| a.score.total_cmp(&b.score));
        let mut merged = vec![Row::at_score(-1.0, [0.0; 2]); sorted.len()];
        let mut spare = merged.clone();
        let never = &mut || false;
        merge_all(&tallies, &mut merged, &mut spare, &mut Pace::new(never)).unwrap();
        assert_eq!(merged, sorted, "{number}");
    }
}

#[test]
fn what_is_no_tally_is_named_by_its_place_in_the_whole() {
    let good = tally([1.0, 2.0, 3.0].into_iter(), 1);
    let merge = |bad: Vec<Row>, level| merge(&[good.clone(), bad], level, None, &mut || false);
    let error = Error::NotAscending {
        argument: Argument::Scores,
        position: 4,
        from: 5.0,
        to: 4.0,
    };
    assert_eq!(merge(tally([5.0, 4.0].into_iter(), 1), 0), Err(error));
    let mut negative = good.clone();
    negative[2].positive = -1.0;
    let error = Error::Weight {
        position: 5,
        value: -1.0,
    };
    assert_eq!(merge(negative, 0), Err(error));
    let mut huge = good.clone();
    huge[0].negative = f64::MAX;
    huge[1].negative = f64::MAX;
    assert!(matches!(merge(huge, 0), Err(Error::Overflow { .. })));
    let result = merge(good.clone(), 65);
    assert_eq!(result, Err(Error::Level { level: 65 }));
    assert_eq!(merge(good.clone(), 64).unwrap().0.len(), 1);
}
