//! Methods that set a field of a request and return it, as code of other crates cannot write one with `..` of another.

/// Gives a request a method for each of some fields, also for those of a request within it.
macro_rules! setters {
    ($request:ident $(<$life:lifetime>)? { $($with:ident: $($field:ident).+ = $type:ty;)* }) => {
        impl $(<$life>)? $request $(<$life>)? {$(
            #[doc = concat!("Sets `", stringify!($($field).+), "`.")]
            #[must_use]
            pub fn $with(mut self, value: $type) -> Self {
                self.$($field).+ = value;
                self
            }
        )*}
    };
}

pub(crate) use setters;
