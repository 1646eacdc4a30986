#!/bin/sh
# Opens a CUDA program in the real window under Xvfb and does to it what users do: saves it, often
# and with errors, deletes it, lets it crash, print without end and run for ever, and kills its
# compiler. After each of these the next good save must be shown.
#
#   program_end_to_end.sh WARPSCOPE
#
# Exit 77 (skipped) without Xvfb, xdotool, import (ImageMagick) or a compiler.
set -eu
program=$1
compiler=$(command -v clang++ || command -v g++) || exit 77
. "$(dirname "$0")/xvfb_window.sh"
export XDG_CACHE_HOME="$folder/cache"

# A compiler that can be held up.
cat > "$folder/held++" <<END
#!/bin/sh
for word in "\$@"; do case \$word in --version|-dumpversion|-dumpmachine) exec "$compiler" "\$@" ;; esac; done
while [ -e "$folder/hold" ]; do touch "$folder/waits"; sleep 0.05; done
exec "$compiler" "\$@"
END
chmod +x "$folder/held++"
export WARPSCOPE_CXX="$folder/held++"

# write_program BLOCK [HOST CODE]: a program whose trace tells by its block which version it is of.
# As an editor does it: another file in the place of the old one.
write_program() {
  cat > next.cu <<END
#include <cstdio>
#include <cstdlib>
__global__ void twice(int* data) {
  __shared__ int part[256];
  part[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = part[(threadIdx.x * 2) % blockDim.x];
}
int main() {
  int* data;
  cudaMallocManaged(&data, 1024);
  for (int i = 0; i < 256; ++i) data[i] = i;
  twice<<<1, $1>>>(data);
  cudaDeviceSynchronize();
  puts("block of $1");
  ${2:-}
}
END
  mv next.cu sum.cu
}
# The trace that the window shows is of that block.
shows_block() {
  rm -f shown.wscope
  ask ctrl+s shown.wscope
  wait_for "the trace is written" test -s shown.wscope
  "$program" report shown.wscope --json | grep -q "\"block\": $1,"
}
alive() { kill -0 "$window_pid" 2>/dev/null || fail "the window is gone: $1"; }
memory() { awk '/VmRSS/ { print $2 }' "/proc/$window_pid/status"; }

write_program 32
open_window sum.cu
wait_for "the program is shown" shows_block 32

# A save is shown.
before=$(still)
write_program 64
wait_for "a save is shown" differs "$before"
wait_for "the saved version is shown" shows_block 64

# Twenty saves in about a second, every other one broken: the last one counts.
for version in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
  if [ $((version % 2)) = 0 ]; then write_program $((version * 2)); else echo "int main( {" > sum.cu; fi
  sleep 0.05
done
write_program 96
wait_for "the last of twenty saves is shown" shows_block 96
alive "twenty saves"

# What does not compile leaves the picture, and is told.
before=$(still)
echo "int broken" >> sum.cu
wait_for "an error is told" differs "$before"
settle
shows_block 96 || fail "an error took the last version away"

# The compiler is killed.
touch hold
rm -f waits
write_program 128
wait_for "the compiler runs" test -e waits
pkill -KILL -f "$folder/held++" || fail "no compiler to kill"
settle
alive "the compiler was killed"
rm -f hold
write_program 160
wait_for "the save after the compiler's end is shown" shows_block 160

# A save while the compiler still runs: the older build is given up.
touch hold
rm -f waits
write_program 256
wait_for "the compiler runs" test -e waits
write_program 192
sleep 0.2
rm -f hold
wait_for "the newer save is shown" shows_block 192

# The file goes, and comes back.
rm sum.cu
sleep 1.5
alive "the file was deleted"
write_program 224
wait_for "the file that came back is shown" shows_block 224

# A crash, an exit, and a program that runs until it is cancelled.
write_program 32 'abort();'
wait_for "a program that crashes is shown up to there" shows_block 32
write_program 64 'exit(3);'
wait_for "a program that ends early is shown" shows_block 64
before=$(still)
write_program 96 'for (volatile int i = 0;; ++i) {}'
wait_for "it is told that the program runs" differs "$before"
xdotool key --window "$window" shift+Escape
settle
alive "a program that runs for ever was cancelled"
pgrep -P "$window_pid" >/dev/null && fail "the cancelled program still runs"
write_program 128
wait_for "the save after the cancelled run is shown" shows_block 128

# A gigabyte of output costs time, not memory.
settle
small=$(memory)
write_program 160 'for (int i = 0; i < (1 << 24); ++i) puts("sixty-three letters are in each line that this program prints..");'
longest=300
wait_for "a program that prints a gigabyte is shown" shows_block 160
longest=60
large=$(memory)
[ $((large - small)) -lt 200000 ] || fail "a gigabyte of output took $(((large - small) / 1024)) MiB"
echo "a gigabyte of output took $(((large - small) / 1024)) MiB"

# Open and idle, nothing is done.
settle
idles || idles || fail "idle with a program, the window uses $used of 300 ticks"
xdotool key --window "$window" ctrl+q
wait_for "the window closes" closed
wait "$window_pid"
echo "a program was saved, broken, killed, deleted, cancelled, and shown again each time"
