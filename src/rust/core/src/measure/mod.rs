//! Measures at a threshold, made of the cells of the confusion matrix.

mod block;
mod cells;
mod columns;
mod costs;
mod criterion;
mod number;
mod table;

pub(crate) use cells::Cells;
pub use columns::{measure_at, write_columns, Column, ColumnsRequest};
pub use costs::Costs;
pub use criterion::Criterion;
pub(crate) use number::{Dual, Number};
pub(crate) use table::IntervalForm;
pub use table::{Measure, Parameters};
