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
        let mut lines = Lines::new(&mut memory[margin..margin + total], lengths.len()).unwrap();
        let mut next = first.clone();
        let ends: Vec<usize> = first.iter().zip(&lengths).map(|(a, b)| a + b).collect();
        let mut left = total;
        while left > 0 {
            let place = rng.below(lengths.len());
            if next[place] < ends[place] {
                let one = std::iter::once((place, record(next[place])));
                lines.put(one, &mut next, &first);
                left -= 1;
            }
        }
        let written = lines.finish(&first, &ends);
        assert!(written.iter().copied().eq((0..total).map(record)));
        let around = memory[..margin].iter().chain(&memory[margin + total..]);
        assert!(around.copied().all(|other| other == record(usize::MAX)));
    }
}
