// R looks for R_init_<package>; the Rust library's own initialiser has another name,
// and calling it from here also keeps the linker from dropping the static library.

void register_extendr_panic_hook(void);
void R_init_WeightedROC_extendr(void *dll);

void R_init_WeightedROC(void *dll) {
    register_extendr_panic_hook();
    R_init_WeightedROC_extendr(dll);
}
