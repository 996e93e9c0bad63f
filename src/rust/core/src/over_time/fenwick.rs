//! Sums of what stands at the lowest places, which change one place at a time.

use crate::error::Error;
use crate::memory::filled;
use crate::sort::ties::TIE;

/// Fenwick's tree (1994): a node has the sum of as many places up to it as the lowest bit of its number says. Adding to a
/// place and the sum of the places below another one take O(log n).
pub(super) struct Fenwick {
    nodes: Vec<f64>,
    /// The value at each place.
    places: Vec<f64>,
    total: f64,
}

impl Fenwick {
    /// Zeros.
    pub fn blank(places: usize) -> Result<Fenwick, Error> {
        Ok(Fenwick {
            nodes: filled(places + 1, 0.0)?,
            places: filled(places, 0.0)?,
            total: 0.0,
        })
    }

    pub fn clear(&mut self) {
        self.nodes.fill(0.0);
        self.places.fill(0.0);
        self.total = 0.0;
    }

    #[inline]
    pub fn add(&mut self, place: usize, value: f64) {
        self.places[place] += value;
        self.total += value;
        let mut node = place + 1;
        while node < self.nodes.len() {
            self.nodes[node] += value;
            node += node & node.wrapping_neg();
        }
    }

    /// The values at the places, to be changed before [`Fenwick::build`].
    pub fn places_mut(&mut self) -> &mut [f64] {
        &mut self.places
    }

    /// Adds up the nodes anew from what stands at the places. O(n).
    pub fn build(&mut self) {
        self.nodes[1..].copy_from_slice(&self.places);
        self.total = self.places.iter().sum();
        for node in 1..self.nodes.len() {
            let above = node + (node & node.wrapping_neg());
            if above < self.nodes.len() {
                self.nodes[above] += self.nodes[node];
            }
        }
    }

    pub fn prefix_sum(&self, place: usize) -> f64 {
        self.places[place]
    }

    pub fn total(&self) -> f64 {
        self.total
    }

    /// The sum of all places below one, and of what ties with it.
    #[inline]
    pub fn below(&self, place: usize) -> f64 {
        let mut sum = TIE * self.places[place];
        let mut node = place;
        while node > 0 {
            sum += self.nodes[node];
            node &= node - 1;
        }
        sum
    }

    /// The sum of all places above one, and of what ties with it.
    #[inline]
    pub fn above(&self, place: usize) -> f64 {
        self.total - self.below(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_places() {
        for places in [1, 2, 7, 8, 100] {
            let mut tree = Fenwick::blank(places).unwrap();
            let mut plain = vec![0.0; places];
            for step in 0..3 * places {
                let (place, value) = ((step * step + 3 * step) % places, (step % 5) as f64);
                tree.add(place, value);
                plain[place] += value;
            }
            for built in [false, true] {
                if built {
                    tree.build();
                }
                for place in 0..places {
                    let below = plain[..place].iter().sum::<f64>() + 0.5 * plain[place];
                    assert_eq!(tree.below(place), below);
                    assert_eq!(tree.above(place), plain.iter().sum::<f64>() - below);
                }
            }
            tree.clear();
            assert_eq!((tree.total(), tree.below(places - 1)), (0.0, 0.0));
        }
    }
}
