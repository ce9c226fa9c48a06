#!/bin/sh
# setup.sh GROUP...: sees to it that a machine has what a group of tasks needs, and says what it installs and why.
# Groups: build (compiler, libraries), node (Node and the npm packages: fonts,
# the site's packer, the browser's driver), web (Emscripten), browser (Chromium), lint (clang-format, clang-tidy).
# On Debian and Ubuntu it installs what is missing, never upgrading or removing anything; elsewhere it names what is missing.
# Needs no network where nothing is missing.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"

say() { echo "setup: $*" >&2; }
fail() { say "$*"; exit 1; }

missing=
# need PROBE PACKAGE...: PROBE is a command, or a path of which one must exist.
need() {
  probe=$1
  shift
  case $probe in
    /*) for path in $probe; do [ -e "$path" ] && return 0; done ;;
    *) command -v "$probe" >/dev/null 2>&1 && return 0 ;;
  esac
  missing="$missing $*"
}

for group in "$@"; do
  case $group in
    build)
      need c++ g++
      need cmake cmake
      need ninja ninja-build
      need ccache ccache
      need git git
      need xz xz-utils
      need "/usr/include/nlohmann/json.hpp /usr/local/include/nlohmann/json.hpp /opt/homebrew/include/nlohmann/json.hpp" nlohmann-json3-dev
      need "/usr/include/doctest/doctest.h /usr/local/include/doctest/doctest.h /opt/homebrew/include/doctest/doctest.h" doctest-dev
      need "/usr/include/SDL2/SDL.h /usr/local/include/SDL2/SDL.h /opt/homebrew/include/SDL2/SDL.h" libsdl2-dev
      ;;
    node)
      need node nodejs
      need npm npm
      ;;
    web) need emcc emscripten ;;
    browser) need chromium chromium ;;
    lint)
      need clang-format clang-format
      need clang-tidy clang-tidy
      ;;
    *) fail "unknown group '$group'" ;;
  esac
done

install_packages() {
  as_root=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || fail "these Debian packages are missing:$missing. Install them as root, then run this again."
    as_root=sudo
  fi
  say "installing Debian packages this task needs:$missing"
  install="$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --no-upgrade --no-remove -o Dpkg::Use-Pty=0"
  mkdir -p .cache
  # shellcheck disable=SC2086 # words are wanted
  if ! $install $missing >.cache/apt.log 2>&1; then
    $as_root apt-get update -qq >.cache/apt.log 2>&1 || { tail -n 5 .cache/apt.log >&2; fail "apt-get update failed; is the network there?"; }
    $install $missing >.cache/apt.log 2>&1 || { tail -n 15 .cache/apt.log >&2; fail "apt-get could not install:$missing"; }
  fi
}

if [ -n "$missing" ]; then
  command -v apt-get >/dev/null 2>&1 || fail "these are missing (named as Debian's packages):$missing. Install them, or use a CMake preset directly: README.md says how."
  install_packages
fi

# Sources that Debian 12's own packages lack. Where this is no Debian, or fails, CMake's FetchContent downloads them.
from_debian() { # FOLDER PACKAGE SUITES MINIMUM WHAT
  [ -e ".cache/deps/$1/.complete" ] && return 0
  [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] || return 0
  say "downloading the sources of $5"
  cmake/debian-source.sh "$2" "$3" ".cache/deps/$1" "$4" >&2 || say "CMake will try to download them from their own repository"
}
for group in "$@"; do
  case $group in
    build) from_debian imgui imgui "forky sid" 1.92 "Dear ImGui, 1.92 or later (Debian 12 packages 1.86)" ;;
    web) from_debian SDL2 libsdl2 "trixie bookworm" 2.26 "SDL2, to compile it for the web" ;;
  esac
done

# npm packages live in an ignored folder; a link at the root makes them visible to web/ and tests/browser.
for group in "$@"; do
  [ "$group" = node ] || continue
  if ! cmp -s web/package.json .cache/npm/installed.json || [ ! -d .cache/npm/node_modules ]; then
    say "installing npm packages into .cache/npm (fonts, the site's packer, the browser's driver)"
    rm -rf .cache/npm
    mkdir -p .cache/npm
    cp web/package.json .cache/npm/package.json
    npm install --prefix .cache/npm --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error >.cache/npm.log 2>&1 ||
      { tail -n 15 .cache/npm.log >&2; fail "npm could not install the packages of web/package.json"; }
    cp web/package.json .cache/npm/installed.json
  fi
  [ "$(readlink node_modules 2>/dev/null)" = .cache/npm/node_modules ] || { rm -rf node_modules; ln -s .cache/npm/node_modules node_modules; }
done
