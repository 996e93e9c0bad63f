# The state of saved objects in another session: one that was begun by itself, and a worker.

saved_fits <- function() {
  data <- data.frame(y = rep(0:1, 60), s = plogis(rep(c(-0.5, 0.5), 60) + sin(1:120)), t = plogis(cos(1:120)),
                     w = 1 + (1:120) %% 7 / 2, unit = rep(1:30, each = 4))
  design <- survey::svydesign(~unit, weights = ~w, data = data)
  list(
    design = design, data = data, linear = weighted_roc(y ~ s + t, design),
    part = weighted_roc(y ~ s, design, subset = unit < 25),
    replicates = weighted_roc(y ~ s, survey::as.svrepdesign(design, type = "JK1"))
  )
}

asked_of_fits <- expression(
  confint(linear, level = 0.9), auc_ci(linear), auc_test(linear), roc_band(linear, at = 0.5),
  vcov(linear), roc_influence(linear), roc_net_benefit(linear, threshold = 0.3, conf.level = 0.95),
  confint(part, level = 0.9), auc_ci(part), auc_ci(replicates, FPR = c(0, 0.5)),
  auc_ci(replicates), generics::tidy(part),
  generics::augment(linear), auc_ci(data$s, data$y, design), predict(part, threshold = 0.5),
  weighted_roc(y ~ s, design)$areas
)

# Each answer, or the words of its error, in a fork of its own if there are forks, as the first question
# would load the package for those that follow.
answers_in_new_session <- function(file, each_first) {
  answers <- tempfile(fileext = ".rds")
  on.exit(unlink(answers))
  found <- run(c(
    sprintf("saved <- readRDS(%s)", deparse(file)),
    "stopifnot(!isNamespaceLoaded('survey'))",
    sprintf("asked <- %s", paste(deparse(asked_of_fits), collapse = "\n")),
    "answer <- function(call) tryCatch(eval(call, saved), error = conditionMessage)",
    "in_fork <- function(call) parallel::mccollect(parallel::mcparallel(answer(call)))[[1]]",
    sprintf("saveRDS(lapply(asked, %s), %s)", if (each_first) "in_fork" else "answer", deparse(answers))
  ))
  if (found$status == 0L) readRDS(answers) else found$output
}

test_that("fits of survey designs answer in a new session, whatever they are asked first", {
  skip_on_cran()
  skip_if_not_installed("survey")
  skip_if_not_installed("generics")
  saved <- saved_fits()
  file <- tempfile(fileext = ".rds")
  on.exit(unlink(file))
  saveRDS(saved, file)
  expected <- lapply(asked_of_fits, eval, saved)
  expect_equal(answers_in_new_session(file, FALSE), expected)
  skip_on_os("windows")
  expect_equal(answers_in_new_session(file, TRUE), expected)
})

test_that("fits of survey designs answer in a worker", {
  skip_on_cran()
  skip_if_not_installed("survey")
  saved <- saved_fits()
  cluster <- parallel::makePSOCKcluster(1L)
  on.exit(parallel::stopCluster(cluster))
  parallel::clusterCall(cluster, .libPaths, .libPaths())
  expect_identical(parallel::clusterCall(cluster, function() "survey" %in% loadedNamespaces())[[1L]], FALSE)
  found <- parallel::clusterCall(cluster, function(fit) auc_ci(fit), saved$linear)[[1L]]
  expect_equal(found, auc_ci(saved$linear))
  found <- parallel::parLapply(cluster, list(saved$part), stats::confint)[[1L]]
  expect_equal(found, confint(saved$part))
})
