//! The shapes of scores as functions of nothing but how many.

pub(crate) use crate::testing::rng::Rng;
use crate::testing::scores;

pub(crate) type Shape = fn(usize) -> Vec<f64>;

macro_rules! shapes {
    ($($shape:ident)*) => {
        $(pub(crate) fn $shape(n: usize) -> Vec<f64> {
            scores::$shape(n, &mut Rng::new(n as u64))
        })*

        /// One of each kind.
        pub(crate) const SHAPES: [(&str, Shape); 19] = [$((stringify!($shape), $shape)),*];
    };
}

shapes! {
    uniform narrow_peak cauchy with_outlier calibrated clusters crowded magnitudes any_bits
    infinities denormal thousandths all_equal half_zeros more_values_than_they_seem ascending
    descending organ_pipe made_to_collide
}

pub(crate) fn periodic(n: usize) -> Vec<f64> {
    scores::periodic(n, &mut Rng::new(n as u64))
}

pub(crate) fn colliding(n: usize, distinct: usize) -> Vec<f64> {
    scores::colliding(n, distinct, &mut Rng::new(n as u64))
}
