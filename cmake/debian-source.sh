#!/bin/sh
# debian-source.sh PACKAGE "SUITE..." FOLDER MINIMUM: unpacks the upstream sources of a Debian source package into FOLDER,
# from the first suite that has them.
# It uses a private apt configuration (its own lists and cache, the mirror this machine already uses), so the system's
# packages and package lists stay as they are. MINIMUM is the lowest version to accept. Needs apt, tar, xz; no root.
set -eu
package=$1 suites=$2 folder=$3 minimum=$4
[ -e "$folder/.complete" ] && exit 0

fail() { echo "debian-source: $*" >&2; exit 1; }
command -v apt-get >/dev/null || fail "this is no Debian; configure with CMake alone, which downloads $package itself"

mirror=$(cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
  awk '$1 == "URIs:" { u = $2 } $1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /:\/\//) { u = $i; break } }
       u ~ /\/debian\/?$/ { print u; exit }')
[ -n "$mirror" ] || fail "found no Debian mirror in /etc/apt"

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
work=$folder/.download
trap 'rm -rf "$work"' EXIT
apt_private() { APT_CONFIG=$work/apt.conf apt-get -qq "$@" >"$work/log" 2>&1; }

download() { # suite: leaves the archives in $work
  rm -rf "$work"
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/parts"
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $1 main" >"$work/sources.list"
  cat >"$work/apt.conf" <<END
Dir::Etc::SourceList "$work/sources.list";
Dir::Etc::SourceParts "$work/parts";
Dir::State::Lists "$work/lists";
Dir::Cache "$work/cache";
APT::Sandbox::User "$(id -un)";
Acquire::Languages "none";
END
  apt_private update && (cd "$work" && apt_private source --download-only "$package") || {
    echo "debian-source: $package could not be had from Debian $1: $(grep '^E:' "$work/log" | head -n 1)" >&2
    return 1
  }
  version=$(sed -n 's/^Version: *//p' "$work"/*.dsc | head -n 1)
  dpkg --compare-versions "$version" ge "$minimum" || {
    echo "debian-source: Debian $1 has $package $version, but $minimum or later is needed" >&2
    return 1
  }
}

found=
for suite in $suites; do
  if download "$suite"; then found=$suite && break; fi
done
[ -n "$found" ] || fail "no sources of $package; is the network there?"
for archive in "$work"/*.orig.tar.*; do
  case $archive in *.asc) continue ;; esac
  tar -xf "$archive" -C "$folder" --strip-components=1 || fail "could not unpack $(basename "$archive")"
done
echo "$package $version" >"$folder/.complete"
echo "$package $version (sources from Debian $found)"
