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
