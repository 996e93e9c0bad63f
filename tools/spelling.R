# Rscript tools/spelling.R: words of the reference pages, the vignettes, DESCRIPTION, NEWS.md and
# README.md that neither a dictionary nor inst/WORDLIST has. Fails if there are any. Ends with
# status 77 to say that package spelling is not here.

if (!requireNamespace("spelling", quietly = TRUE)) {
  cat("not installed: spelling\n")
  quit(status = 77)
}

unknown <- spelling::spell_check_package(".")
# Which of these are words depends on the dictionary's version.
unknown <- unknown[!grepl("[0-9]", unknown$word), ]
# Newer British dictionaries lack "minimize" and the like, which the American ones have.
is_american <- hunspell::hunspell_check(unknown$word, dict = hunspell::dictionary("en_US"))
unknown <- unknown[!is_american, ]
print(unknown)
cat(nrow(unknown), "unknown words\n")
quit(status = as.integer(nrow(unknown) > 0L))
