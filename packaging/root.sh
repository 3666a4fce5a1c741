# For the scripts of this folder: empty Debian roots, which are made in temporary folders from the mirror
# that this machine's apt uses. Needs mmdebstrap and the rights of root. The scripts set
# `root`, the top folder of the tree, and `scratch`, a temporary folder.
# shellcheck shell=bash disable=SC2154

# The mirror stands in apt's configuration, and is written into no file of the tree.
debian_mirror() {
    # shellcheck disable=SC2016 # apt's own variables
    apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' \
        'Origin: Debian' 'Component: main' | awk '$2 !~ /-/ { print $1; exit }'
}

# why_no_root RELEASE: prints why this machine cannot make an empty root, and nothing if it can
why_no_root() {
    local mirror
    if ((EUID != 0)); then
        echo "only root can make an empty Debian"
    elif ! command -v mmdebstrap >/dev/null; then
        echo "mmdebstrap is missing, which .ci/setup installs"
    elif ! unshare --mount --fork --pid --kill-child true 2>/dev/null; then
        echo "this machine does not allow mounts in a namespace"
    else
        mirror=$(debian_mirror)
        if ! /usr/lib/apt/apt-helper download-file "${mirror%/}/dists/$1/InRelease" "$scratch/InRelease" \
            >"$scratch/apt.log" 2>&1; then
            echo "this machine does not reach Debian's mirror ($mirror)"
        fi
    fi
}

# make_root_archive FILE [RELEASE]: the packages without which no Debian is one, and apt; of Debian 13
# (trixie) by default. The variable VRM_ROOT_ARCHIVES may name a folder with RELEASE.tar, roots that were made before.
make_root_archive() {
    local mirror options=() release=${2:-trixie}
    if [[ -f ${VRM_ROOT_ARCHIVES:-}/$release.tar ]]; then
        cp "$VRM_ROOT_ARCHIVES/$release.tar" "$1"
        return
    fi
    mirror=$(debian_mirror)
    if [[ -z $mirror ]]; then
        echo "This system's apt knows no mirror of Debian." >&2
        return 1
    fi
    # A mirror may be some days behind; only the lists of sid expire in a week.
    if [[ $release == sid ]]; then options=('--aptopt=Acquire::Check-Valid-Until "false"'); fi
    if ! mmdebstrap --quiet "${options[@]}" --dpkgopt=force-unsafe-io --variant=minbase "$release" "$1" \
        "deb $mirror $release main" >"$1.log" 2>&1; then
        cat "$1.log" >&2
        return 1
    fi
}

# unpack_root ARCHIVE FOLDER: a new root, whose apt knows what there is
unpack_root() {
    mkdir -p "$2"
    tar -xf "$1" -C "$2" --exclude='./dev/*'
    cp /etc/resolv.conf /etc/hosts "$2/etc/"
    echo force-unsafe-io >"$2/etc/dpkg/dpkg.cfg.d/unsafe-io" # the root is not to survive a crash
    in_root "$2" apt-get -qq update
}

# in_root FOLDER COMMAND…: with proc and dev, which are gone when the command has ended. The variable
# VRM_ROOT_BIND names a folder of this machine and the one where the root has it: FROM:TO.
in_root() {
    # shellcheck disable=SC2016 # the inner shell's
    unshare --mount --fork --pid --kill-child sh -c '
        set -eu
        root=$1; shift
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        if [ -n "${VRM_ROOT_BIND:-}" ]; then mount --bind "${VRM_ROOT_BIND%%:*}" "$root${VRM_ROOT_BIND#*:}"; fi
        exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
            LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"' in_root "$@"
}

# install_in FOLDER PACKAGE…: the least that apt can do
install_in() {
    in_root "$1" apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends "${@:2}" \
        >"$scratch/apt.log" 2>&1 || { cat "$scratch/apt.log"; return 1; }
}

# copy_source FOLDER: the files of the tree, and nothing that was built
copy_source() {
    mkdir -p "$1"
    git -C "$root" ls-files -z --cached --others --exclude-standard |
        tar -C "$root" --ignore-failed-read --null -T - -cf - | tar -C "$1" -xf -
}

version_of_source() {
    sed -n 's/^#define VRM_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\)$/\2/p' "$root/include/vrm/base.h" |
        paste -sd .
}
