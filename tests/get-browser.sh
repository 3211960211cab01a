# Install chromium and chromium-driver if they are missing and this is root on a Debian system.
packages="chromium chromium-driver"

present() { command -v chromium >/dev/null 2>&1 && command -v chromedriver >/dev/null 2>&1; }

install() {
    export DEBIAN_FRONTEND=noninteractive
    timeout 120 apt-get update -qq && timeout 400 apt-get install -y -qq $packages
}

present && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing $packages for the browser tests …" >&2
    install >/dev/null 2>&1
fi
present || echo "the browser tests will be skipped: install the packages $packages" >&2
exit 0
