# A bare system in a folder, for .ci/run: `make_root`, then `in_root 'commands'`. Needs root.

# make_root SUITE MIRROR [debootstrap options...]: minbase and git, and a clone of this commit in
# /gpumodel. Sets `root`; the folder goes when the script ends.
make_root() {
  local suite=$1 mirror=$2
  shift 2
  root=$(mktemp -d /var/tmp/gpumodel-"$suite".XXXXXX)
  chmod 755 "$root"  # as any root folder: other users run programs in it, too
  roots+=("$root")
  trap 'rm -rf --one-file-system "${roots[@]}"' EXIT
  debootstrap --variant=minbase --include=git,ca-certificates "$@" "$suite" "$root" "$mirror" \
    >"$root.log" 2>&1 || { tail -20 "$root.log"; return 1; }
  rm "$root.log"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  git clone -q --no-hardlinks . "$root/gpumodel"
}

# in_root COMMANDS: as a login on that machine would run them, in the clone. Mounts are seen by
# nothing else and end with the commands.
in_root() {
  unshare --mount --pid --fork --kill-child bash -c '
    set -e
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    if [ -n "$3" ]; then
      mkdir -p "$1/usr/local/cuda"
      mount --rbind -o ro "$3" "$1/usr/local/cuda"
    fi
    exec chroot "$1" /usr/bin/env -i HOME=/root LANG=C.UTF-8 CI="${CI:-}" \
      PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      bash -euo pipefail -c "cd /gpumodel; $2"' in_root "$root" "$1" "${cuda:-}"
}
