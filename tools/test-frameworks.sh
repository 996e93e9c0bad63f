#!/bin/sh
# sh tools/test-frameworks.sh: installs what Debian has of the packages that the frameworks' tests use, installs
# this package in a library of its own, runs these tests and renders the article with all its chunks. Missing packages are named; packages that R finds already, such as those of CRAN, are used as they are.
set -eu

cd "$(dirname "$0")/.."
. tools/packages.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

frameworks="yardstick hardhat parsnip workflows rsample tune mlr3 caret rpart dplyr survey rms ranger WeightIt MatchIt mice"

framework_needs() {
  for name in $frameworks; do
    echo "rpackage $name r-cran-$(echo "$name" | tr '[:upper:]' '[:lower:]')"
  done
}

install_package() {
  mkdir "$work/library"
  DEBUG=true NOT_CRAN=true R CMD INSTALL --no-test-load --library="$work/library" . >"$work/install.log" 2>&1 ||
    { tail -n 40 "$work/install.log"; exit 1; }
}

name_packages() {
  Rscript -e '
    for (name in commandArgs(TRUE)) {
      version <- tryCatch(format(packageVersion(name)), error = function(error) "not here")
      cat(sprintf("%-10s %s\n", name, version))
    }' $frameworks
}

# Not stop_on_failure, whose message would come after the count of what passed.
run_tests() {
  NOT_CRAN=true Rscript -e '
    results <- as.data.frame(testthat::test_dir(
      "tests/testthat", filter = "^(frameworks|fit-object)$", package = "WeightedROC",
      load_package = "installed", reporter = "check", stop_on_failure = FALSE
    ))
    quit(status = as.integer(any(results[["failed"]] > 0 | results[["error"]]) || sum(results[["passed"]]) == 0))'
}

render_article() {
  cp vignettes/Frameworks.Rmd "$work"
  Rscript -e 'rmarkdown::render(commandArgs(TRUE), quiet = TRUE)' "$work/Frameworks.Rmd"
  if grep -o 'made without [^:]*' "$work/Frameworks.html"; then
    echo "The article is rendered; the chunks of these packages were not run."
  else
    echo "The article is rendered with all its chunks."
  fi
}

find_cargo
install_missing "$(build_needs; markdown_needs; echo 'rpackage testthat r-cran-testthat')" "$(framework_needs)"
echo "Installing the package"
install_package
R_LIBS=$work/library${R_LIBS:+:$R_LIBS}
export R_LIBS
name_packages
run_tests
render_article
