#!/bin/sh
# Installs the single executable of carry: fetches an archive of a release, checks its sum and puts the
# program into a directory of yours. No root, nothing else is changed.
#
#   CARRY_INSTALL_URL  folder with v<version>/carry-<version>-<target>.tar.gz and v<version>/SHA256SUMS
#   CARRY_VERSION      the version, without the v
#   CARRY_INSTALL_DIR  where carry goes; default ~/.local/bin
#
# Everything is in one function, called on the last line, so that a script that was cut short does nothing.
install_carry() {
  set -eu
  fail() {
    echo "error: $1" >&2
    exit 1
  }

  url=${CARRY_INSTALL_URL:-}
  version=${CARRY_VERSION:-}
  [ -n "$url" ] || fail "CARRY_INSTALL_URL is not set: the folder of the releases"
  [ -n "$version" ] || fail "CARRY_VERSION is not set: a version such as 1.2.3"
  case $version in *[!0-9A-Za-z.-]*) fail "\"$version\" is not a version" ;; esac
  case $url in
    https://* | http://127.0.0.1[:/]* | http://localhost[:/]* | "http://[::1]"[:/]*) ;;
    *) fail "CARRY_INSTALL_URL has to begin with https://" ;;
  esac
  directory=${CARRY_INSTALL_DIR:-${HOME:?HOME is not set}/.local/bin}

  case $(uname -s) in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    *) fail "there is no executable for $(uname -s)" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "there is no executable for $(uname -m)" ;;
  esac
  name=carry-$version-$system-$processor

  mkdir -p "$directory"
  place=$(mktemp -d "$directory/.carry-install.XXXXXX")
  trap 'rm -rf "$place"' EXIT
  trap 'exit 1' HUP INT TERM

  if command -v curl >/dev/null; then
    fetch() { curl --fail --silent --show-error --location --retry 2 --output "$place/$1" "$url/v$version/$1"; }
  elif command -v wget >/dev/null; then
    fetch() { wget --quiet --output-document="$place/$1" "$url/v$version/$1"; }
  else
    fail "curl or wget is needed"
  fi
  fetch SHA256SUMS || fail "$url/v$version/SHA256SUMS could not be fetched"
  fetch "$name.tar.gz" || fail "$url/v$version/$name.tar.gz could not be fetched"

  wanted=$(awk -v name="$name.tar.gz" '$2 == name { print $1 }' "$place/SHA256SUMS")
  [ -n "$wanted" ] || fail "SHA256SUMS has no $name.tar.gz"
  if command -v sha256sum >/dev/null; then
    found=$(sha256sum "$place/$name.tar.gz")
  else
    found=$(shasum -a 256 "$place/$name.tar.gz")
  fi
  [ "${found%% *}" = "$wanted" ] || fail "$name.tar.gz has another sum than SHA256SUMS: nothing was installed"

  tar -xzf "$place/$name.tar.gz" -C "$place"
  unpacked=$place/$name
  printed=$("$unpacked/carry" --version) || fail "$name does not run on this computer"
  [ "$printed" = "$version" ] || fail "$name prints the version $printed"
  mv -f "$unpacked/carry" "$directory/carry"
  mv -f "$unpacked/THIRD-PARTY-LICENSES.txt" "$directory/carry.licenses.txt"
  echo "carry $version is in $directory"
  case :${PATH:-}: in
    *":$directory:"*) ;;
    *) echo "add it to your PATH: export PATH=\"$directory:\$PATH\"" ;;
  esac
}

install_carry
