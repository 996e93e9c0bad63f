//! Columns of numbers, of whatever type they are given in, as doubles.

use crate::observations::block::Block;
use std::num::NonZeroUsize;

/// Integers of which one may stand for a missing value, as in languages without one of their own.
#[derive(Clone, Copy, Debug)]
pub struct Integers<'a> {
    /// The values.
    pub values: &'a [i32],
    /// The value that stands for a missing one, if one does.
    pub missing: Option<i32>,
}

/// Equally spaced elements of some doubles, such as a column of a matrix that is stored row by row. NaN is missing.
#[derive(Clone, Copy, Debug)]
pub struct Strided<'a> {
    /// The doubles, from the first one of the column on.
    pub values: &'a [f64],
    /// How far the next one of the column is.
    pub stride: NonZeroUsize,
}

/// Numbers in a row, of one type.
pub(crate) trait Values: Copy + Sync {
    type Item: Copy + PartialEq;
    fn number(self) -> usize;
    fn cut(self, start: usize, length: usize) -> Self;
    fn item(self, index: usize) -> Self::Item;
    fn items(self) -> impl Iterator<Item = Self::Item>;
    /// NaN for a missing one.
    fn double(self, item: Self::Item) -> f64;
    /// The item of a value that is one.
    fn item_of(double: f64) -> Self::Item;
    fn doubles(&self) -> Option<&[f64]> {
        None
    }
}

/// [`Values`] whose type is not known: what is done with many of them at once.
pub(crate) trait Column: Sync {
    fn len(&self) -> usize;
    /// A value, NaN when it is missing.
    fn value(&self, index: usize) -> f64;
    /// Writes the scores from `start` on, and gives whether none is missing. -0 becomes 0: the two tie and read
    /// the same.
    fn read_scores(&self, start: usize, to: &mut [f64]) -> bool;
    /// Writes the weights from `start` on, and gives whether all are what they may be, and whether none is 0.
    fn read_weights(&self, start: usize, to: &mut [f64]) -> (bool, bool);
    /// The values from `start` on, as many as there is room for: where they stand, or in `buffer`.
    /// Nothing is checked.
    fn some<'a>(&'a self, start: usize, buffer: &'a mut [f64; Block::CAPACITY]) -> &'a [f64];
    /// Changes the sign of what stands beside other values than `positive`, from `start` on.
    fn turn_others(&self, start: usize, positive: f64, adjacent: &mut [f64]);
    /// The two values that all are, if so.
    fn two_values(&self) -> Option<[f64; 2]>;
}

impl<V: Values> Column for V {
    fn len(&self) -> usize {
        self.number()
    }

    fn value(&self, index: usize) -> f64 {
        self.double(self.item(index))
    }

    fn read_scores(&self, start: usize, to: &mut [f64]) -> bool {
        let values = self.cut(start, to.len());
        let mut valid = true;
        for (to, item) in to.iter_mut().zip(values.items()) {
            let score = values.double(item);
            valid &= !score.is_nan();
            *to = score + 0.0;
        }
        valid
    }

    fn read_weights(&self, start: usize, to: &mut [f64]) -> (bool, bool) {
        let values = self.cut(start, to.len());
        let (mut valid, mut complete) = (true, true);
        for (to, item) in to.iter_mut().zip(values.items()) {
            let weight = values.double(item);
            valid &= (0.0..=f64::MAX).contains(&weight);
            complete &= weight != 0.0;
            *to = weight;
        }
        (valid, complete)
    }

    fn some<'a>(&'a self, start: usize, buffer: &'a mut [f64; Block::CAPACITY]) -> &'a [f64] {
        let length = Block::CAPACITY.min(self.number() - start);
        match self.doubles() {
            Some(doubles) => &doubles[start..start + length],
            None => {
                self.read_scores(start, &mut buffer[..length]);
                &buffer[..length]
            }
        }
    }

    fn turn_others(&self, start: usize, positive: f64, adjacent: &mut [f64]) {
        let values = self.cut(start, adjacent.len());
        let positive = V::item_of(positive);
        for (adjacent, item) in adjacent.iter_mut().zip(values.items()) {
            // Always written: no branch that labels in any order mislead.
            let is_other = item != positive;
            *adjacent = f64::from_bits(adjacent.to_bits() ^ (u64::from(is_other) << 63));
        }
    }

    fn two_values(&self) -> Option<[f64; 2]> {
        let mut items = self.items();
        let a = items.next()?;
        let b = items.find(|&item| item != a)?;
        let others = self
            .items()
            .map(|item| u32::from((item != a) & (item != b)));
        let others = others.sum::<u32>();
        (others == 0).then_some([self.double(a), self.double(b)])
    }
}

macro_rules! slices {
    ($($type:ty: $double:expr, $of_double:expr $(, $doubles:ident)?;)*) => {$(
        impl Values for &[$type] {
            type Item = $type;

            fn number(self) -> usize {
                self.len()
            }

            #[inline(always)]
            fn cut(self, start: usize, length: usize) -> Self {
                &self[start..start + length]
            }

            #[inline(always)]
            fn item(self, index: usize) -> $type {
                self[index]
            }

            #[inline(always)]
            fn items(self) -> impl Iterator<Item = $type> {
                self.iter().copied()
            }

            #[inline(always)]
            fn double(self, item: $type) -> f64 {
                $double(item)
            }

            fn item_of(double: f64) -> $type {
                $of_double(double)
            }

            $(fn $doubles(&self) -> Option<&[f64]> {
                Some(self)
            })?
        }
    )*};
}

slices! {
    f64: |item| item, |double| double, doubles;
    f32: f64::from, |double| double as f32;
    i32: f64::from, |double| double as i32;
    u8: f64::from, |double| double as u8;
    bool: f64::from, |double| double != 0.0;
    // Rounded beyond 2^53, where no label is.
    i64: |item| item as f64, |double| double as i64;
}

impl Values for Integers<'_> {
    type Item = i32;

    fn number(self) -> usize {
        self.values.len()
    }

    #[inline(always)]
    fn cut(self, start: usize, length: usize) -> Self {
        Integers {
            values: &self.values[start..start + length],
            missing: self.missing,
        }
    }

    #[inline(always)]
    fn item(self, index: usize) -> i32 {
        self.values[index]
    }

    #[inline(always)]
    fn items(self) -> impl Iterator<Item = i32> {
        self.values.iter().copied()
    }

    #[inline(always)]
    fn double(self, item: i32) -> f64 {
        if self.missing == Some(item) {
            f64::NAN
        } else {
            f64::from(item)
        }
    }

    fn item_of(double: f64) -> i32 {
        double as i32
    }
}

impl Values for Strided<'_> {
    type Item = f64;

    fn number(self) -> usize {
        self.values.len().div_ceil(self.stride.get())
    }

    #[inline(always)]
    fn cut(self, start: usize, _: usize) -> Self {
        // Nothing is left of a column that ends there.
        let from = (start * self.stride.get()).min(self.values.len());
        Strided {
            values: &self.values[from..],
            stride: self.stride,
        }
    }

    #[inline(always)]
    fn item(self, index: usize) -> f64 {
        self.values[index * self.stride.get()]
    }

    #[inline(always)]
    fn items(self) -> impl Iterator<Item = f64> {
        self.values.iter().step_by(self.stride.get()).copied()
    }

    #[inline(always)]
    fn double(self, item: f64) -> f64 {
        item
    }

    fn item_of(double: f64) -> f64 {
        double
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_column(column: &dyn Column, expected: &[f64]) {
        let bits = |values: &[f64]| {
            values
                .iter()
                .map(|value| value.to_bits())
                .collect::<Vec<_>>()
        };
        let length = expected.len();
        assert_eq!(column.len(), length);
        assert_eq!(
            bits(column.some(1, &mut [0.0; Block::CAPACITY])),
            bits(&expected[1..])
        );
        let mut read = vec![0.0; length - 1];
        let rest = &expected[1..];
        let valid = column.read_scores(1, &mut read);
        assert_eq!(valid, rest.iter().all(|score| !score.is_nan()));
        let positive_zero: Vec<f64> = rest.iter().map(|score| score + 0.0).collect();
        assert_eq!(bits(&read), bits(&positive_zero));
        let (valid, complete) = column.read_weights(1, &mut read);
        assert_eq!(
            valid,
            rest.iter()
                .all(|weight| (0.0..f64::INFINITY).contains(weight))
        );
        assert_eq!(complete, rest.iter().all(|&weight| weight != 0.0));
        assert_eq!(bits(&read), bits(rest));
        let mut signs = vec![1.0; length - 1];
        column.turn_others(1, expected[1], &mut signs);
        for (index, sign) in (1..length).zip(signs) {
            assert_eq!(bits(&[column.value(index)]), bits(&[expected[index]]));
            assert_eq!(sign > 0.0, expected[index] == expected[1]);
        }
    }

    #[test]
    fn values_of_any_type_are_doubles() {
        assert_column(
            &&[2.5, 1.0, -0.0, f64::NAN][..],
            &[2.5, 1.0, -0.0, f64::NAN],
        );
        assert_column(&&[2.5f32, 0.1, 7.0][..], &[2.5, f64::from(0.1f32), 7.0]);
        assert_column(&&[2, 1, i32::MIN][..], &[2.0, 1.0, f64::from(i32::MIN)]);
        assert_column(&&[2i64, 1, -1][..], &[2.0, 1.0, -1.0]);
        assert_column(&&[2u8, 1, 255][..], &[2.0, 1.0, 255.0]);
        assert_column(&&[true, false, true][..], &[1.0, 0.0, 1.0]);
    }

    #[test]
    fn an_integer_may_stand_for_a_missing_one() {
        let values = &[2, 1, i32::MIN, 9][..];
        let of = |missing| Integers { values, missing };
        assert_column(&of(None), &[2.0, 1.0, f64::from(i32::MIN), 9.0]);
        assert_column(&of(Some(9)), &[2.0, 1.0, f64::from(i32::MIN), f64::NAN]);
    }

    #[test]
    fn a_column_of_a_matrix_ends_with_it() {
        let matrix = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
        let column = |first: usize, stride| Strided {
            values: &matrix[first..],
            stride: NonZeroUsize::new(stride).unwrap(),
        };
        assert_column(&column(0, 3), &[1.0, 4.0, 7.0]);
        assert_column(&column(1, 3), &[2.0, 5.0]);
        assert_column(&column(0, 1), &matrix);
        assert!(column(2, 3).read_scores(2, &mut []));
    }

    #[test]
    fn two_values_are_all_there_are() {
        assert_eq!((&[3, 7, 3][..]).two_values(), Some([3.0, 7.0]));
        assert_eq!((&[true, true][..]).two_values(), None);
        assert_eq!((&[1.0, 2.0, 3.0][..]).two_values(), None);
        assert_eq!((&[0u8; 0][..]).two_values(), None);
    }
}
