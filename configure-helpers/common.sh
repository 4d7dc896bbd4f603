# Shared by the scripts beside it, which source it from the project's root.

# install_packages NAME...: what is missing of some Debian packages.
install_packages() {
  missing=
  for package; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
  done
  [ -z "$missing" ] && return
  echo "== installing:$missing =="
  as_root=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
      echo "these packages are missing, and neither root nor sudo is at hand:$missing" >&2
      exit 1
    }
    as_root=sudo
  fi
  export DEBIAN_FRONTEND=noninteractive
  # A lists folder that was filled once may do; it is refreshed when something is not found.
  $as_root apt-get install -y --no-install-recommends $missing >/dev/null 2>&1 || {
    $as_root apt-get update -q
    $as_root apt-get install -y -q --no-install-recommends $missing
  }
}

build_packages="g++ meson ninja-build pkg-config spirv-headers spirv-tools libspirv-cross-c-shared-dev libvulkan-dev libpng-dev mesa-vulkan-drivers"
test_packages="libgtest-dev vulkan-validationlayers glslang-tools python3 cmake abigail-tools"

cross_packages="g++-mingw-w64-x86-64 wine wine64 meson ninja-build pkg-config spirv-headers libgtest-dev python3 cmake"

# build [OPTION...]: a release build into build/, with these options whether it exists or not.
build() {
  if [ -f build/build.ninja ]; then
    meson configure build "$@"
  else
    meson setup build --buildtype=release "$@"
  fi
  ninja -C build
}

# Results must not depend on the machine's GPU: use Mesa's software driver where it is installed.
use_lavapipe() {
  for file in /usr/share/vulkan/icd.d/lvp_icd*.json; do
    [ -f "$file" ] || continue
    export VK_ICD_FILENAMES="$file" VK_DRIVER_FILES="$file"
    return
  done
}

# The sum that a test script prints at its end: passed, failed, skipped.
passed=0 failed=0 skipped=0
add() {
  passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

# counts_of FILE: the three numbers of such a sum in its last line, or nothing.
counts_of() {
  tail -n 1 "$1" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p'
}

# run_unit_tests BUILD: Meson's tests, of which each test in a test program counts.
run_unit_tests() {
  status=0
  meson test -C "$1" --print-errorlogs || status=$?
  log=$1/meson-logs/testlog.txt
  unit_passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) tests\{0,1\}\..*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
  unit_failed=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) tests\{0,1\}, listed below.*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
  unit_skipped=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) tests\{0,1\}, listed below.*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
  # A test program that crashed prints no sum.
  [ "$status" = 0 ] || [ "$unit_failed" -gt 0 ] || unit_failed=1
  echo "$unit_passed passed, $unit_failed failed, $unit_skipped skipped"
  add "$unit_passed" "$unit_failed" "$unit_skipped"
}
