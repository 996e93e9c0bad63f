use super::{Count, Records, IN_CACHE};
use crate::observations::block::Block;
use crate::observations::record::Record;
use crate::sort::map::{BucketMap, Linear};
use crate::testing::examples::{uniform, Rng};

fn blocks(records: &[Record]) -> impl Iterator<Item = Block> + '_ {
    records.chunks(Block::ROOM).map(|records| {
        let mut block = Block::new();
        block.fill_with(records);
        block
    })
}

/// In the cache and beyond it: all that was counted is dealt, or some is left out on the way.
#[test]
fn buckets_hold_what_was_dealt_in_its_order_and_without_gaps() {
    let map = Linear::new(0.0, 1.0, 100).unwrap();
    let mut rng = Rng::new(1);
    for n in [1, 1000, IN_CACHE, IN_CACHE + 1, 300_000] {
        for kept in [1.0, 0.5, 0.001, 0.0] {
            let scores = uniform(n.max(3));
            let mut count = Count::new(&map).unwrap();
            scores
                .chunks(Block::ROOM)
                .for_each(|scores| count.add(scores));
            let mut records: Vec<Record> = scores
                .iter()
                .enumerate()
                .map(|(row, &score)| Record {
                    score,
                    weight: row as f64,
                })
                .collect();
            records.retain(|_| rng.unit() < kept);
            let mut dealt = vec![Record::default(); scores.len()];
            let mut deal = count.deal(&mut dealt).unwrap();
            let by_lines = matches!(deal.records, Records::Lines(_));
            assert_eq!(by_lines, scores.len() > IN_CACHE);
            blocks(&records).for_each(|block| deal.add(&block));
            let ends = deal.finish();
            assert_eq!(ends.len(), map.buckets());
            assert_eq!(ends[ends.len() - 1], records.len());
            let bucket = |record: &Record| map.bucket(record.score);
            records.sort_by_key(bucket);
            assert_eq!(dealt[..records.len()], records, "{n}, {kept}");
            for (i, &end) in ends.iter().enumerate() {
                assert_eq!(end, records.partition_point(|record| bucket(record) <= i));
            }
        }
    }
}
