//! Random numbers for replicates, each of which has a stream of its own.

mod binomial;
mod exponential;
mod gamma;

/// 2^-53.
const UNIT: f64 = 1.0 / (1u64 << 53) as f64;

/// xoshiro256++ of Blackman and Vigna (2021), seeded by their SplitMix64.
#[derive(PartialEq)]
pub(crate) struct Random([u64; 4]);

impl Random {
    /// The stream of a replicate.
    pub fn new(seed: u64, replicate: u64) -> Random {
        let mut state = seed ^ replicate.wrapping_mul(0xd134_2543_de82_ef95);
        Random(std::array::from_fn(|_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }))
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.0 = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A number below `end`, each with the same probability up to end / 2^64.
    #[inline(always)]
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }

    /// A number in [0, 1).
    #[inline(always)]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * UNIT
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn streams_are_those_of_the_reference_code() {
        // xoshiro256++ 1.0 from the state 1, 2, 3, 4.
        let mut random = Random([1, 2, 3, 4]);
        let result: [u64; 10] = std::array::from_fn(|_| random.bits());
        assert_eq!(
            result,
            [
                41943041,
                58720359,
                3588806011781223,
                3591011842654386,
                9228616714210784205,
                9973669472204895162,
                14011001112246962877,
                12406186145184390807,
                15849039046786891736,
                10450023813501588000,
            ]
        );
    }

    #[test]
    fn exponential_numbers_are_finite() {
        // All bits are 0: the largest there can be.
        let largest = Random([0; 4]).exponential();
        assert!((largest - 53.0 * std::f64::consts::LN_2).abs() < 1e-12);
    }

    #[test]
    #[cfg_attr(miri, ignore = "slow")]
    fn numbers_are_spread_evenly() {
        let mut random = Random::new(1, 2);
        let mut counts = [0; 10];
        (0..100_000).for_each(|_| counts[random.below(10)] += 1);
        assert!(counts
            .iter()
            .all(|&count: &i32| (count - 10_000).abs() < 400));
        let mean = (0..100_000).map(|_| random.exponential()).sum::<f64>() / 1e5;
        assert!((mean - 1.0).abs() < 0.02, "{mean}");
    }
}
