//! Measures at a threshold, made of the cells of the confusion matrix.

mod at_place;
mod cells;
mod columns;
mod costs;
mod number;
mod table;

pub use at_place::{AtPlace, Place};
pub(crate) use cells::Cells;
pub use columns::{measure_at, write_columns, Column, ColumnsRequest};
pub use costs::Costs;
pub(crate) use number::Dual;
pub(crate) use table::IntervalForm;
pub use table::{Measure, Parameters};
