# Sourced, from the root of the project: finds out what this machine lacks, and installs that from
# Debian's packages where apt-get is there. Each need is a line "KIND WHAT PACKAGE".
# shellcheck shell=sh

build_needs() {
  cat <<'NEEDS'
command R r-base-core
command gcc gcc
header stdio.h libc6-dev
command make make
command xz xz-utils
certificates of-authorities ca-certificates
NEEDS
}

# Software for the articles.
markdown_needs() {
  cat <<'NEEDS'
command pandoc pandoc
rpackage knitr r-cran-knitr
rpackage rmarkdown r-cran-rmarkdown
NEEDS
}

# Software for Definition.Rnw.
latex_needs() {
  cat <<'NEEDS'
command pdflatex texlive-latex-base
tex fancyvrb.sty texlive-latex-recommended
tex upquote.sty texlive-latex-extra
tex ptmr7t.tfm texlive-fonts-recommended
NEEDS
}

test_needs() {
  markdown_needs
  latex_needs
  cat <<'NEEDS'
command qpdf qpdf
command gs ghostscript
command tidy tidy
command checkbashisms devscripts
postgres initdb postgresql
NEEDS
}

# A second server of databases, and the drivers that tests run with beside those of DESCRIPTION; without them
# such tests are skipped. Debian 12 has no RMariaDB, and no release of Debian has RPostgres: install.packages().
server_needs() {
  cat <<'NEEDS'
command mariadbd mariadb-server
rpackage RMySQL r-cran-rmysql
rpackage RMariaDB r-cran-rmariadb
NEEDS
}

# Software that checks words and style.
style_needs() {
  cat <<'NEEDS'
rpackage lintr r-cran-lintr
rpackage spelling r-cran-spelling
NEEDS
}

# The packages that DESCRIPTION suggests, by Debian's names for them.
suggested_needs() {
  awk '/^[^ \t]/ { inside = /^(Suggests|Enhances):/; sub(/^[^:]*:/, "") } inside' DESCRIPTION |
    tr ',' '\n' | sed 's/(.*//' | tr -d ' \t' | grep . |
    while read -r name; do
      echo "rpackage $name r-cran-$(echo "$name" | tr '[:upper:]' '[:lower:]')"
    done
}

is_there() {
  case $1 in
    command) command -v "$2" >/dev/null ;;
    header) echo "#include <$2>" | gcc -E - >/dev/null 2>&1 ;;
    postgres) ls /usr/lib/postgresql/*/bin/"$2" >/dev/null 2>&1 || command -v "$2" >/dev/null ;;
    tex) kpsewhich "$2" >/dev/null 2>&1 ;;
    rpackage) Rscript -e "quit(status = !nzchar(system.file(package = '$2')))" >/dev/null 2>&1 ;;
    certificates) has_certificates ;;
  esac
}

has_certificates() {
  for bundle in "${SSL_CERT_FILE:-}" /etc/ssl/certs/ca-certificates.crt /etc/ssl/cert.pem \
    /etc/pki/tls/certs/ca-bundle.crt; do
    if [ -s "$bundle" ]; then return 0; fi
  done
  return 1
}

# Reads needs on standard input, and prints the packages of those that are not met.
missing_packages() {
  while read -r kind what package; do
    is_there "$kind" "$what" </dev/null || echo "$package"
  done
}

find_cargo() {
  PATH=$PATH:${CARGO_HOME:-${HOME:-}/.cargo}/bin
  export PATH
  if ! command -v cargo >/dev/null; then
    echo "Rust is missing. Install it, then run this again:" >&2
    echo "  https://www.rust-lang.org/tools/install" >&2
    echo "or, where the system's own is new enough (DESCRIPTION names the version):" >&2
    echo "  apt-get install cargo rustc rustfmt rust-clippy" >&2
    exit 1
  fi
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

can_install() {
  command -v apt-get >/dev/null && { [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null; }
}

# A frozen mirror's lists expire; what they name is still signed.
apt_update() {
  as_root apt-get update -qq </dev/null >"$apt_log" 2>&1 && return
  grep -q ' is expired ' "$apt_log" || return 1
  echo "The lists of packages here are past their date; taking them as they are."
  as_root apt-get -o Acquire::Check-Valid-Until=false update -qq </dev/null >"$apt_log" 2>&1
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" \
    </dev/null >"$apt_log" 2>&1
}

# One by one after a failure: a release of Debian may lack one of them.
apt_install_optional() {
  apt_install "$@" && return
  for package in "$@"; do
    apt_install "$package" || echo "Not to be had here, going on without it: $package"
  done
}

# install_missing REQUIRED_NEEDS OPTIONAL_NEEDS: both are lists of needs.
install_missing() {
  required=$(echo "$1" | grep . | missing_packages)
  optional=$(echo "$2" | grep . | missing_packages)
  if [ -z "$required$optional" ]; then return; fi
  # The lists are split into words on purpose.
  # shellcheck disable=SC2086
  set -- $required $optional
  if ! can_install; then
    echo "Missing here, by the names of Debian's packages:" >&2
    printf '  %s\n' "$@" >&2
    if [ -z "$required" ]; then return; fi
    echo "Install them and run this again." >&2
    exit 1
  fi
  echo "Installing with apt-get: $*"
  apt_log=$(mktemp)
  # shellcheck disable=SC2086
  if apt_update && { [ -z "$required" ] || apt_install $required; }; then
    [ -z "$optional" ] || apt_install_optional $optional
  else
    tail -n 20 "$apt_log" >&2
    echo "apt-get failed; its last lines are above." >&2
    if [ -n "$required" ]; then exit 1; fi
    echo "Going on without:" $optional
  fi
  rm -f "$apt_log"
}
