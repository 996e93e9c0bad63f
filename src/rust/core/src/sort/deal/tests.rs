use super::{close_gaps, places, Count, Deal, To, IN_CACHE};
use crate::observations::block::Block;
use crate::observations::record::Record;
use crate::sort::map::{BucketMap, Formula, Linear};
use crate::testing::examples::{uniform, Rng};

fn blocks(records: &[Record]) -> impl Iterator<Item = Block> + '_ {
    records.chunks(Block::CAPACITY).map(|records| {
        let mut block = Block::new();
        block.fill_with(records);
        block
    })
}

fn counted(map: &Linear, scores: &[f64]) -> Vec<usize> {
    let mut count = Count::new(map).unwrap();
    scores
        .chunks(Block::CAPACITY)
        .for_each(|scores| count.add(scores));
    count.finish()
}

fn dealt(mut deal: Deal<'_, '_, Linear>, records: &[Record]) -> Vec<usize> {
    blocks(records).for_each(|block| deal.add(&block));
    deal.finish()
}

/// In the cache and beyond it, as a whole and in pieces: all that was counted is dealt, or some is
/// left out on the way.
#[test]
fn buckets_hold_what_was_dealt_in_its_order_and_without_gaps() {
    let map = Linear::new(0.0, 1.0, 100).unwrap();
    let mut rng = Rng::new(1);
    for (n, number) in [
        (1, 1),
        (1000, 1),
        (IN_CACHE, 1),
        (IN_CACHE + 1, 1),
        (IN_CACHE + 70_000, 1),
        (1000, 3),
        (300_000, 2),
        (IN_CACHE + 70_000, 3),
    ] {
        for kept in [1.0, 0.5, 0.001, 0.0] {
            let scores = uniform(n.max(3));
            let rows = scores.iter().enumerate();
            let all: Vec<Record> = rows
                .map(|(row, &score)| Record {
                    score,
                    weight: row as f64,
                })
                .collect();
            let size = scores.len().div_ceil(number);
            let left: Vec<Vec<Record>> = all
                .chunks(size)
                .map(|piece| {
                    let mut piece = piece.to_vec();
                    piece.retain(|_| rng.unit() < kept);
                    piece
                })
                .collect();
            let counts: Vec<_> = scores.chunks(size).map(|s| counted(&map, s)).collect();
            let mut to = vec![Record::default(); scores.len()];
            let places = {
                let counts: Vec<&[usize]> = counts.iter().map(|counts| &counts[..]).collect();
                places(&counts, &mut to).unwrap()
            };
            let pieces = places.into_iter().zip(&left).map(|(places, piece)| {
                let deal = Deal::new(&map, places, scores.len()).unwrap();
                let by_lines = matches!(deal.to, To::Lines(_));
                assert_eq!(by_lines, scores.len() > IN_CACHE);
                dealt(deal, piece)
            });
            let result: Vec<Vec<usize>> = pieces.collect();
            let pieces: Vec<_> = counts.into_iter().zip(result).map(<[_; 2]>::from).collect();
            let ends = close_gaps(&mut to, &pieces).unwrap();
            let mut expected = left.concat();
            assert_eq!(ends.len(), map.buckets());
            assert_eq!(ends[ends.len() - 1], expected.len());
            let bucket = |record: &Record| map.bucket(record.score);
            expected.sort_by_key(bucket);
            assert_eq!(to[..expected.len()], expected, "{n}, {number}, {kept}");
            for (i, &end) in ends.iter().enumerate() {
                assert_eq!(end, expected.partition_point(|record| bucket(record) <= i));
            }
        }
    }
}
