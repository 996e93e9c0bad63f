use super::{Lines, LINE};
use crate::observations::record::Record;
use crate::testing::examples::Rng;

fn record(position: usize) -> Record {
    Record {
        score: position as f64,
        weight: -(position as f64),
    }
}

/// Places of random lengths, from none to several lines, in turns, on records that begin anywhere
/// in a line and are surrounded by others.
#[test]
fn each_record_arrives_where_it_belongs_and_nowhere_else() {
    let mut rng = Rng::new(1);
    for case in 0..500 {
        let lengths: Vec<usize> = (0..1 + rng.below(20))
            .map(|_| rng.below(4 * LINE))
            .collect();
        let first: Vec<usize> = (0..lengths.len())
            .map(|place| lengths[..place].iter().sum())
            .collect();
        let total: usize = lengths.iter().sum();
        let margin = case % (2 * LINE);
        let mut memory = vec![record(usize::MAX); margin + total + LINE];
        let mut places = Vec::new();
        let mut rest = &mut memory[margin..margin + total];
        for &length in &lengths {
            let (place, others) = rest.split_at_mut(length);
            places.push(place);
            rest = others;
        }
        let mut lines = Lines::new(places).unwrap();
        let mut put = vec![0; lengths.len()];
        let mut left = total;
        while left > 0 {
            let place = rng.below(lengths.len());
            if put[place] < lengths[place] {
                lines.put(std::iter::once((place, record(first[place] + put[place]))));
                put[place] += 1;
                left -= 1;
            }
        }
        assert_eq!(lines.finish(), lengths);
        let written = &memory[margin..margin + total];
        assert!(written.iter().copied().eq((0..total).map(record)));
        let neighbours = memory[..margin].iter().chain(&memory[margin + total..]);
        assert!(neighbours.copied().all(|other| other == record(usize::MAX)));
    }
}
