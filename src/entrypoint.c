// The one place where R's jumps and Rust's frames meet, and R's way in.

#include <setjmp.h>
#include <Rinternals.h>

void register_extendr_panic_hook(void);
void R_init_WeightedROC_extendr(void *dll);

// Where a jump of R's goes on to. One is enough: between the jump and its resumption only Rust
// drops values, which calls nothing of R's that could jump again.
static SEXP continuation;

static void jump_back(void *target, Rboolean jump) {
    if (jump) longjmp(*(jmp_buf *) target, 1);
}

// Runs body(data), which gives R_NilValue. 1 when R jumps out of it: then no R code may run until
// wroc_resume() lets the jump go on. The frames between must not own what needs to be dropped.
int wroc_protected(SEXP (*body)(void *), void *data) {
    jmp_buf target;
    if (setjmp(target)) return 1;
    R_UnwindProtect(body, data, jump_back, &target, continuation);
    return 0;
}

void wroc_resume(void) {
    R_ContinueUnwind(continuation);
}

// R looks for R_init_<package>; the Rust library's own initialiser has another name, and calling
// it from here also keeps the linker from dropping the static library.
void R_init_WeightedROC(void *dll) {
    continuation = PROTECT(R_MakeUnwindCont());
    R_PreserveObject(continuation);
    UNPROTECT(1);
    register_extendr_panic_hook();
    R_init_WeightedROC_extendr(dll);
}
