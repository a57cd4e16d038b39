#include "src/diagnostics/catalogue.hpp"

#include <algorithm>
#include <array>

namespace gpumodel {
namespace {

// clang-format off
constexpr auto pages = std::to_array<DiagnosticPage>({

{"above-peak", "a sustained rate lies above the peak",
R"(The device file states a rate that a program reached, and a datasheet peak
below it. Their factors of uncertainty are already allowed for. Nothing runs
above its peak, so one of the two numbers is wrong: read and written bytes
were not counted alike, the data sat in a cache, the board boosted above the
clock of the peak, or the peak belongs to another board.

    wrong   dram:
              bandwidth:      {value: 840 GB/s, from: datasheet}
              copy_bandwidth: {value: 910 GB/s, from: measured}
    right   dram:
              bandwidth:      {value: 898 GB/s, from: datasheet}
              copy_bandwidth: {value: 785 GB/s, from: measured}

This is a warning: the prediction is made with the numbers as they stand.
Check both sources. For bandwidth, repeat the measurement with arrays of
several times the last-level cache. If the doubt cannot be resolved, say so
with a factor, such as factor: 1.1.)"},

{"access-address", "an access has no usable address",
R"(An index expression is evaluated for every lane of the warp. For the lane that
the message names it gives no address: it is no whole number, lies outside the
shape, the array would start before address 0, or the arithmetic itself fails
(division by zero, a result beyond 64 bits, an address beyond 2^47).

    wrong   gpumodel coalesce 'x[i-1]' --elem 4          lane 0: byte -4
    right   gpumodel coalesce 'x[i-1]' --elem 4 --where 'i > 0'
    right   gpumodel coalesce 'x[i-1]' --elem 4 --base 128

    wrong   gpumodel coalesce 'U[j][i+1]' --elem 8 --shape 32x32 --block 32x4
    right   the same with --where 'i < 31'

In a kernel file all blocks count, and all rounds of loops. Each index that
leaves its array is named once, with a thread and a block that take it there:

    wrong   where: i < n                         right   where: i < n - 1
            do: [{load: a[i+1]}]                         do: [{load: a[i+1]}]

In an index / and % are those of C: 7/2 is 3, -7/2 is -3 and -7 % 4 is -3.)"},

{"access-element", "no instruction loads an element of this size",
R"(A lane loads or stores 1, 2, 4, 8 or 16 bytes with one instruction. --elem
takes such a number, or a type: f16 bf16 f32 f64 i8 i16 i32 i64, or a vector
of them such as f32x4.

    wrong   gpumodel coalesce 'x[i]' --elem 12
    wrong   gpumodel coalesce 'x[i]' --elem float
    right   gpumodel coalesce 'x[i]' --elem f32x4

An element of three floats is read by several instructions. Describe it as a
structure and name the members that are read:

    right   gpumodel coalesce --struct 'f32 x, f32 y, f32 z' --fields x,y,z)"},

{"access-idle", "no lane of the warp takes part",
R"(The warp looked at has no thread for which the condition of --where holds, so
it accesses nothing and there is nothing to count. By default that is warp 0 of
block 0, where borders of a domain often lie.

    wrong   gpumodel coalesce 'x[i]' --elem 4 --where 'i >= 64'
    right   gpumodel coalesce 'x[i]' --elem 4 --where 'i >= 64' --warp 2
    right   gpumodel coalesce 'x[i]' --elem 4 --where 'i >= 64' --at-block 1)"},

{"access-misaligned", "an access is not aligned to its size",
R"(The device loads and stores 2, 4, 8 and 16 bytes only at multiples of that
size. Otherwise it stops the kernel with a misaligned-address error.

    wrong   gpumodel coalesce 'x[i]' --elem f64 --base 4
    right   gpumodel coalesce 'x[i]' --elem f64 --base 8

This is a warning: sectors, lines and banks are counted for the bytes as they
lie. Vector types make it likely: a row of 1025 floats cannot be read as f32x4
from its second row on. Pad rows to a multiple of the vector.)"},

{"access-shape", "the indices of an access do not fit the shape",
R"(With more than one index the distance between rows must be known. --shape
gives the elements per dimension, one for each index, the last index fastest
as in C.

    wrong   gpumodel coalesce 'U[j][i]' --elem f64
    wrong   gpumodel coalesce 'U[k][j][i]' --elem f64 --shape 64x64
    right   gpumodel coalesce 'U[j][i]' --elem f64 --shape 64x64 --block 32x4

i, j and k are short for global.x, global.y and global.z. Neighbouring lanes
differ in x, so U[j][i] is the coalesced order and U[i][j] is not.)"},

{"accesses-missing", "a kernel's file states counts, not addresses",
R"(Which sectors a warp touches follows from index expressions. The descriptor of
this kernel is at the depth of counts: it says how many words a work item loads
and stores, which is enough for a prediction from bandwidths, but not where
they lie.

    wrong   gpumodel coalesce exercise6
    right   gpumodel coalesce 'a[i]' 'b[i]' --elem 8 --store b
    right   gpumodel coalesce saxpy

Give the accesses of the kernel as they stand in its source, quoted for the
shell. Or describe the kernel at the depth of accesses, as most kernels of the
library are: 'thread' and 'launch' replace 'work_items' and 'per_item', and
hold index expressions.)"},

{"amount-wrong", "a count, a size or a range cannot be read",
R"(--threads, --regs and their like take whole numbers, --smem and --carveout
sizes in bytes, and all of them lists and ranges.

    counts   128   64Ki   2^10
    sizes    8K   8KiB   8192   8192B   8kB       a bare K or M is KiB, MiB
    ranges   32..1024:32 (first, last, step)      64,128,256

    wrong   --smem 8.3K             8499.2 bytes: no whole number
    wrong   --threads -32           counts are not negative
    wrong   --threads 1024..32      the range is empty
    wrong   --threads 32..1024:0    a step of 0 never arrives
    right   --smem 8.5K --threads 32..1024:32

Elsewhere K and M are decimal; only shared memory follows the habit of the
field, where 8K has always been 8192 bytes. One call answers for at most
100,000 launches.)"},

{"analysis-approximate", "a number of the access analysis is not exact",
R"(Where addresses are linear in the indices of thread, block and loop, and
conditions compare such expressions along one axis of the grid, requests,
sectors, footprints and reuse are counted exactly from a few blocks that stand
for all others. The message says where that was not so:

    blocks differ one by one     a loop runs to an end that depends on the
                                 block: about 64 blocks are looked at
    addresses depend on data     footprints follow from the distributions that
                                 the kernel file states
    addresses are not linear     reuse between blocks is not counted
    rounds of a long loop        a sample of them stands for all
    a footprint has too many     gaps count as touched, or overlaps between
    pieces                       blocks are missed
    no device, no l2.capacity    only what runs at the same time shares data

It is a note: the prediction is made with these numbers. Long loops are sampled
so that an answer takes about a second; --work-limit 10 allows ten times the
work, and a finer sample.)"},

{"answer-wrong", "a kernel or a program computed a wrong answer",
R"(After a launch the outputs of a kernel are compared with its host reference,
element by element, with a tolerance where the order of operations is free. The
message shows the first element that is wrong. Outputs are poisoned before the
launch, so an element that was never written shows as NaN or -1. What a program
leaves on the host is compared with the same steps run one after the other.

A wrong answer is never timed: how fast it was computed does not matter. The
exit code is 1. If the kernel's code was changed, look there first; if it was
not, the device or its driver is at fault.)"},

{"bar-exceeded", "predictions are worse than they were recorded to be",
R"(A file of bars keeps how far each model was from the records: errors that must
not grow, shares and numbers of points that must not shrink. The message names
the model, the set of points (all, or those of a backend), the quantity,
its value now and the bar. The exit code is 1.

    gpumodel validate --replay validate/records --bars

If the change is meant, for example because records were added, write the bars
anew and say why in the commit:

    gpumodel validate --replay validate/records --bars --write-bars)"},

{"buffer-missing", "a kernel's array is no buffer of the program",
R"(A step that runs a kernel and states neither 'reads' nor 'writes' takes them
from the 'transfers' of the kernel's own file, by name. An array of that name
must then be a buffer of the program.

    wrong   buffers: {a: {type: f32, shape: [N]}, b: {type: f32, shape: [N]}}
            steps: [{kernel: saxpy, with: {N: N}}]
    right   steps: [{kernel: saxpy, with: {N: N}, reads: [a, b], writes: b}]

State which buffers the step reads and writes, or give the buffers the names
that the kernel has for its arrays.)"},

{"capability-unknown", "no limits are known for this compute capability",
R"(Blocks per SM follow from a table of limits per compute capability, and this
capability is not in it: it does not exist, is older than 3.0, or is newer than
the program. The message lists those that are known.

    wrong   --cc 7.1     no such device was made
    wrong   --cc 12.10   the minor number is not a decimal fraction
    right   --cc 7.0     V100
    right   --cc 12.1

For a newer device take the nearest capability of the same generation and check
its limits in the programming guide. A device file of an unknown capability can
still be used for predictions if it states all the numbers they need.)"},

{"case-failed", "measuring a point failed",
R"(Every point is measured by a process of its own, so that a fault loses one
point. The message says how that process ended: a signal (the kernel or its
launch crashed), an exit code with the last line of its messages, output that
is no record, or the wall limit of --limit.

    reproduce   gpumodel validate KERNEL -D name=value -v
    more time   gpumodel validate KERNEL --limit 600

The other points are measured all the same; the exit code is 1.)"},

{"case-skipped", "a point was not measured",
R"(The point cannot be run here, which is no fault of the kernel: its arrays need
more memory than the device has (predicted before anything is allocated), the
size is not compiled into the runner, or the kernel has no version for this
backend. A program may need more GPUs than there are.

    right   gpumodel validate saxpy -D N=2^28        fits into 16 GB
    wrong   gpumodel validate saxpy -D N=2^36        550 GB)"},

{"chunks-depend", "chunks of a kernel need each other's data",
R"(`overlap KERNEL` and `predict KERNEL --streams` cut the arrays and the blocks
of a kernel into chunks: each brings its part of the arrays, runs its part of
the blocks and takes its part of the result back. That is right where blocks
keep to themselves. Blocks of a stencil read the rows of their neighbours,
those of a matrix product whole rows and columns, and a sum is written by all.

This is a warning: the access is named, and the time is that of chunks which
bring nothing but their own part. What the edges add is often little; a copy of
a whole array for each chunk is not. A program file can say it: copy the edges
with each chunk, or copy what all chunks need before the first one.)"},

{"chunks-too-many", "there are more chunks than elements",
R"(A chunk has one element or more, so a section cannot be cut into more chunks
than the elements that 'of' counts, nor be spread over more devices than that.

    wrong   - chunks: 2000             right   - chunks: 500
              of: rows       # 1000              of: rows

With --chunks the same holds for the number given there.)"},

{"contents-file", "a file of values cannot be used",
R"(`values: {file: PATH}` takes what stands in an array from real data: the
columns of a sparse matrix, the edges of a mesh. The path counts from the
folder of the kernel file. The file holds whole numbers between spaces, commas
or line ends, in the order of the elements; '#' starts a comment. If there are
fewer numbers than elements they repeat from the start.

    wrong   1.5 2.5            fractions are no indices
    wrong   row, col           words
    right   0, 5, 9  # row 0

It may have 4 MiB. A distribution often says as much as the data:
values: {banded: [index, 64]}.)"},

{"counters-denied", "hardware counters could not be read",
R"(Counters of the GPU need a permission that drivers give to root only, unless
the machine is set up otherwise. Times are measured all the same, and the note
changes nothing but the level: 1 (times) instead of 2 (counters). With
--require-level 2 it is an error, exit code 5.

    the machine's owner   options nvidia NVreg_RestrictProfilingToAdminUsers=0
                          in /etc/modprobe.d, then reboot
    elsewhere             make a report with Nsight Compute and join it:
                          ncu --csv --page raw ... > r.csv
                          gpumodel validate --replay R.json --from-ncu r.csv)"},

{"cubin", "a compiled image cannot be read",
R"(Resources can be taken from a cubin: a 64-bit ELF image that nvcc -cubin or
ptxas writes for one architecture. The file given is not one, is cut off, or
holds no kernel. A program, an object file or a fat binary holds cubins but is
not one itself.

    wrong   a.out, kernel.o, kernel.fatbin, kernel.ptx
    right   kernel.sm_90.cubin

Make one with the compiler, or take it out of a program:

    nvcc -cubin -arch=sm_90 kernel.cu -o kernel.sm_90.cubin
    cuobjdump -xelf all a.out

Or give the compiler's log instead (nvcc -Xptxas -v), or the numbers by hand
with --regs-per-thread and --smem.)"},

{"curve-rows", "the rows of a curve cannot be used",
R"(A curve of a device file is a list of pairs: what it depends on, and the value
there, each with its unit. The first numbers ascend, the second are above zero,
and there are two rows at least. Between two rows the curve is straight in
logarithms; beyond its ends it stays level.

    wrong   l2:
              read_curve: {rows: [5.6 TB/s, 3.4 TB/s], from: measured}
    wrong   l2:
              read_curve: {rows: [[64 MiB, 3.4 TB/s], [1 MiB, 5.6 TB/s]],
                           from: measured}
    right   l2:
              read_curve: {rows: [[1 MiB, 5.6 TB/s], [64 MiB, 3.4 TB/s]],
                           from: measured, note: "which program"}

A curve that nobody measured is left out.)"},

{"data-never-sent", "a step uses data that is not on its device",
R"(A kernel reads a buffer, or a step copies one from the device, and nothing
before it has put the buffer there: no 'to_device', no 'peer' copy, no kernel
that writes it, no data clause. Of a buffer in chunks the part that is used
must have been sent.

    wrong   - {kernel: saxpy, with: {N: N}, reads: [x, y], writes: y}
    right   - to_device: [x, y]
            - {kernel: saxpy, with: {N: N}, reads: [x, y], writes: y}

A buffer that is there from the start says so: starts_on: device. What a data
region holds is gone after the region. Each device has its own data.)"},

{"data-race", "two steps use the same data in no order",
R"(One step writes a buffer (or a part of it) that another one reads or writes,
and neither is known to end before the other starts. That they happen to run
in turn on one engine is luck: a faster link or a smaller kernel changes it,
and with it the result.

    wrong   - {to_device: x, stream: 0}
            - {kernel: scale, reads: x, writes: x, stream: 1}
    right   - {to_device: x, stream: 0, name: send}
            - {kernel: scale, reads: x, writes: x, stream: 1, after: send}

Ordered are steps of one stream, a step and those it names in 'after',
whatever is issued after a 'synchronise' or a blocking step, and the default
stream with all others of its device. Loops are followed for two iterations,
so what one iteration leaves to the next counts, too. In chunks, list under
'split' the buffers of which each chunk uses its part only.)"},

{"dependence-cycle", "steps wait for each other",
R"(Following 'after' from step to step leads back to where it began, so none of
them could ever start.

    wrong   - {kernel: scale, name: a, after: b}
            - {kernel: triad, name: b, after: a}
    right   - {kernel: scale, name: a}
            - {kernel: triad, name: b, after: a}

A step may name one that is written below it: it is then issued later. What an
iteration needs of the one before needs no 'after': streams keep their order.)"},

{"device-differs", "the device file does not describe this GPU",
R"(Some fields of the device file can be compared with what the driver says of the
GPU: compute capability, SMs, memory, L2, clocks, host link. The report lists
those that differ. Predictions are made with the file's numbers, so they are
for another device: a board with another memory, a lower clock limit, a slice
of a GPU (MIG), a slower slot.

    gpumodel validate saxpy --device FILE       another device file
    gpumodel calibrate --output mine.yaml       one measured on this GPU)"},

{"device-kind", "a CPU stands where a GPU is needed, or the reverse",
R"(--device names the GPU that runs the kernel, --host the CPU that it is compared
with. They have different numbers (SMs and a host link, cores and sockets), so
one cannot stand in for the other.

    wrong   gpumodel predict saxpy --device exercise6-cpu
    right   gpumodel predict saxpy --device exercise6-gpu --host exercise6-cpu

`gpumodel devices` lists what there is; SMs or cores are in the column 'units',
and `gpumodel devices show NAME` says gpu or cpu in its first line.)"},

{"device-missing", "a step asks for a device that is not there",
R"(Devices are counted from 0. How many there are say 'devices:' in the program,
--gpus, and --system, whose file lists them.

    wrong   devices: 2                 right   devices: 2
            steps:                             steps:
              - {to_device: x,                   - {to_device: x,
                 device: 2}                         device: 1}

A peer copy goes to another device than the one it comes from.)"},

{"device-unknown", "no device of this name was found",
R"(A device is given as a path, or as a name that is looked up as NAME.yaml in
the current folder, in the folders of $GPUMODEL_DEVICE_PATH (separated by
colons), in ~/.config/gpumodel/devices, and among the devices that come with
the program. What contains a '/' is always a path.

    wrong   gpumodel predict saxpy --device h20
    right   gpumodel predict saxpy --device h200
    right   gpumodel predict saxpy --device ./my-board.yaml

`gpumodel devices` lists every name that is found. For a board that is not
there, copy the file of a close relative and change its numbers.)"},

{"expression-syntax", "an expression cannot be read",
R"(Sizes, counts and launch shapes are arithmetic over the kernel's parameters.
The caret marks where reading stopped.

    operators   || && == != < <= > >= + - * / % ! ^ and parentheses
    functions   min max ceil_div floor_div log2 floor ceil sqrt abs
    numbers     42, 1.5, 1e6, 1_000_000, 64Ki (binary), 64k (decimal)

    wrong   work_items: 2 N            missing operator
    wrong   work_items: (n - 2 * m     parenthesis not closed
    wrong   work_items: n ** 2         powers are n^2
    wrong   work_items: 010            leading zero: octal or ten?
    right   work_items: (n - 2) * (m - 2)

An expression may have 4096 characters and be nested 100 deep.)"},

{"expression-unknown-name", "an expression uses a name that is not defined",
R"(An expression may use the names under 'parameters', and in grid,
registers_per_thread and shared_memory also block.x, block.y and block.z. Under
'thread' there are also the thread's coordinates (thread.x, block_index.x,
global.x, lane, or as in CUDA threadIdx.x) and variables: from 'let', 'draw',
'read' or 'for' to the end of the list they stand in. `values` know 'index'.
Names of arrays are not numbers and cannot be used. Upper and lower case
differ.

    wrong   parameters: {N: 1Mi}
            work_items: n * M
    right   parameters: {N: 1Mi, M: 4}
            work_items: N * M

Define the name under 'parameters' with a default, or correct its spelling.)"},

{"expression-value", "an expression has no usable value at these parameters",
R"(The expression is well formed, but with the present parameters its value
cannot be used: it divides by zero, does not fit 64-bit integers, is negative
where something is counted, is a fraction where a whole number is needed, or
is outside what a launch allows:

    work_items                at least 1
    array extents             whole, 0 or more
    block                     at most 1024, 1024, 64
    grid                      at most 2147483647, 65535, 65535
    registers_per_thread      1 to 255
    shared_memory             whole, 0 or more (bytes)

    wrong   grid: [n / block.x]               a fraction unless it divides
    right   grid: [ceil_div(n, block.x)]
    wrong   work_items: (n - 2)^2  with n = 2  nothing to do

Integers are exact and never wrap: 2^62 * 4 is refused. The fault may lie in
the file (checked at its defaults) or in a value given with -D.)"},

{"file-binary", "the file is not text",
R"(There is a NUL byte in the file, which no text has. Usually this is another
file than the one that was meant (an archive, a picture, a program), or text
saved as UTF-16.

    wrong   gpumodel check kernel.o
    right   gpumodel check kernel.yaml

Convert UTF-16 with: iconv -f utf-16 -t utf-8 in.yaml > out.yaml)"},

{"file-directory", "a folder stands where a file is needed",
R"(The name given is a folder. Kernels may have a folder of their own, which is
found by name, but a path must lead to the file.

    wrong   gpumodel check kernels/saxpy
    right   gpumodel check kernels/saxpy/saxpy.yaml
    right   gpumodel predict saxpy)"},

{"file-empty", "the file is empty",
R"(The file has no content, or nothing but spaces and line ends. A download or
an editor may have failed half way.

A device file needs at least the keys 'device', 'kind' and the device's
numbers; a kernel file 'kernel', 'work_items' and 'per_item'. The smallest
useful kernel:

    kernel: fill
    parameters: {n: 1Mi}
    arrays: {a: {type: f32, shape: [n]}}
    work_items: n
    per_item: {store: {a: 1}}

A file of comments only is refused as well, as 'type-wrong' or 'file-kind'.)"},

{"file-encoding", "the file is not UTF-8",
R"(Files are read as UTF-8, of which ASCII is a part. The line named holds a byte
sequence that UTF-8 does not allow; often an accented letter or a degree or
micro sign in Latin-1. A byte order mark and Windows line ends are accepted.

    iconv -f latin1 -t utf-8 old.yaml > new.yaml

Units are plain ASCII: write us for microseconds.)"},

{"file-kind", "the file is no device, kernel, program or system",
R"(`gpumodel check` tells kinds of files apart by a key: a device file has the key
'device', a kernel file the key 'kernel', a program 'program' and a system
'system'. This one has none of them.

    wrong   name: My board
    right   device: my-board
            kind: gpu
            name: My board

If the file is meant to be something else, it is not checked by this program.)"},

{"file-missing", "there is no such file",
R"(The path given does not lead to a file. Names without a '/' are looked up in
the library as well; names with one are taken as they are, relative to the
current folder.

    wrong   gpumodel predict ./saxpy        no such path
    right   gpumodel predict saxpy          from the library
    right   gpumodel predict ./my/saxpy.yaml

Check the spelling and the current folder.)"},

{"file-too-large", "the file, or a line of it, is too large",
R"(Device and kernel files are a few kB. A file above 1 MiB is refused before it
is read: it is most likely another file, such as a log or a result. Lines are
at most 8 KiB long, so that every message can show the line at fault.

If a description is really that large, write a smaller one: all sizes are
expressions over parameters, so one file serves every problem size. Break long
lines at a comma. Compiler logs and images have a larger limit of their own,
which the message names. Records have at most 16 MiB and a million values, more
than ten thousand points: --replay FOLDER reads any number of them.)"},

{"file-unreadable", "the file cannot be read",
R"(The file exists but the system refuses to read it (permissions, an input or
output error), or it is no regular file: a device node, a pipe or a socket.
The message repeats the system's reason.

    wrong   gpumodel check <(make-a-kernel)
    right   make-a-kernel > k.yaml && gpumodel check k.yaml

Check with ls -l who may read it. Standard input is not read.)"},

{"host-default", "a loop runs on a host that nobody named",
R"(The program runs a loop of a kernel on the host. Without --host, and without a
system whose file names one, it is predicted for the CPU of the library that
was calibrated. On another one it takes another time:

    gpumodel predict jacobi-basic --host epyc-9654

Nothing is wrong; the rest of the answer does not depend on it.)"},

{"host-missing", "no device file describes this CPU",
R"(The host backend runs a kernel as a loop on the CPU, and is predicted from the
CPU's device file: the one with the processor's name and number of cores. None
of the library has them, so points are measured and not predicted.

    measure one   gpumodel calibrate --host --output host.yaml
                  gpumodel validate saxpy --backend host --host host.yaml
    a like one    gpumodel validate saxpy --backend host --host xeon-8480plus)"},

{"idle-lanes", "the last warp of each block is only partly filled",
R"(Threads are issued in warps of 32. A block whose size is not a multiple of 32
ends in a partial warp: it takes the warp slot, the registers and the issue
slots of a full one, but some of its lanes never do anything.

    --threads 100    4 warps = 128 lanes, 28 idle in every block (22 %)
    --threads 96     3 warps, none idle
    --threads 128    4 warps, none idle

Occupancy counts warps, so it does not show this loss. This is a warning: round
the block size to a multiple of 32 and test the bounds in the kernel
(if (i < n)).)"},

{"index-count", "an access has too few or too many indices",
R"(An access has one index for each dimension of its array, in the order of
'shape'. In row-major order (the default) a single index may also stand for
all of them: it counts elements in the order of memory, padding included, as
kernels that linearise their indices do.

    arrays: {U: {type: f64, shape: [n, m]}}

    wrong   load: U[k][i][j]
    right   load: U[i][j]
    right   load: U[i * m + j]

A comma does not separate indices: U[i][j], not U[i, j].)"},

{"index-undecided", "it is not known whether an index stays inside",
R"(Indices are checked over all threads and blocks. Where they and the conditions
around them are linear in thread, block and loop variables, that is exact.
Others are bounded over ever smaller parts of the launch, up to some thousand
parts; then nothing is known. It is a note: predictions look at samples of the
blocks, and refuse what leaves there.

    hard    if: (global.x * global.x) % 7 < 3
            do: [load: x[(global.x * global.x) % 7 * (n / 3)]]
    easy    if: global.x < n
            do: [load: x[global.x]])"},

{"input-unknown", "the model needs a number that nobody states",
R"(The device file declares a number unknown, or leaves it out and no rule derives
it, and the model cannot do without. An unknown number is never taken as zero:
the prediction is refused.

State the number (an estimate is 'from: assumed' with a factor), leave the key
out so that it is derived, or choose another --model.)"},

{"json-syntax", "the file is not valid JSON",
R"(The message shows where reading stopped and what was expected there. Records
are written whole or not at all, so a file that ends too early was copied or
cut by something else. Runs that were interrupted leave FILE.partial, which the
same command goes on with. Lists and objects may lie 64 deep in one another;
those of a record lie 6 deep.)"},

{"kernel-no-time", "a kernel of a program has no time",
R"(The kernel's descriptor gives no time at the parameters that the step sets
under 'with': a size is no whole number, a launch is empty, a thread of any
block accesses what is outside of an array. The message says which of its
expressions it is.

    wrong   - {kernel: saxpy, with: {N: N / 3}}
    right   - {kernel: saxpy, with: {N: ceil_div(N, 3)}}

In chunks, 'size' is the number of elements of the chunk, always whole. Try
the kernel alone: gpumodel predict saxpy -D N=...)"},

{"kernel-unknown", "no kernel of this name was found",
R"(A kernel is given as a path, or as a name that is looked up as NAME.yaml or
NAME/NAME.yaml in the current folder, in the folders of $GPUMODEL_KERNEL_PATH
(separated by colons), in ~/.config/gpumodel/kernels, and among the kernels
that come with the program. What contains a '/' is always a path.

    wrong   gpumodel predict sxpy
    right   gpumodel predict saxpy
    right   gpumodel predict ./my-kernel.yaml

`gpumodel kernels` lists every name that is found.)"},

{"key-duplicate", "a key, or an array in a list, appears twice",
R"(YAML lets a second key of the same name silently replace the first, so a
number that was changed in one place stays in effect from the other. It is
refused here. An array listed twice under 'transfers' would be copied twice.

    wrong   per_item:
              load: {x: 1}
              load: {y: 1}
    right   per_item:
              load: {x: 1, y: 1}
    wrong   transfers: {to_device: [x, x]}
    right   transfers: {to_device: [x]}

The message names the line of the first one. Remove or rename one of them.)"},

{"key-missing", "a key that is needed is not there, or has no value",
R"(Nothing is assumed for a key that a file must state. A key written without a
value counts as missing.

    kernel file     kernel; work_items and per_item (with some work in it), or
                    thread and launch
      each array    type or struct, shape
      thread        do
      launch        block, grid
    device file     device, kind, name
      kind: gpu     compute_capability, sms, clock.sm, dram.capacity,
                    dram.bandwidth, link.h2d_bandwidth, link.d2h_bandwidth
      kind: cpu     sockets, cores, clock, memory.bandwidth
      each number   value, from

    wrong   sms: {value: 80}
    right   sms: {value: 80, from: datasheet}

A number that is needed but that nobody knows is written as
{value: unknown, from: unknown}; models that use it then refuse.)"},

{"key-unknown", "the file holds a key that means nothing here",
R"(A key that nobody reads would be ignored without a word, and with it the
number behind it. So it is refused; the message gives the nearest known key,
or lists all that are known at that place.

    wrong   dram:
              bandwith: {value: 840 GB/s, from: datasheet}
    right   dram:
              bandwidth: {value: 840 GB/s, from: datasheet}

The cause can also be indentation: a key that slipped one level up or down is
unknown there. Remarks go into comments (#) or into 'note'.)"},

{"keys-mixed", "two keys exclude each other",
R"(A kernel file has one of two depths. Either it counts what a work item does
('work_items' and 'per_item'), or it says what one thread does ('thread'), from
which the counts follow. Both would be two answers to one question.

    wrong   work_items: n
            per_item: {load: {x: 1}}
            thread: {do: [{load: 'x[global.x]'}]}
    right   thread: {do: [{load: 'x[global.x]'}]}

In the same way the elements of an array are numbers ('type') or structures
('struct').

    right   x: {type: f32, shape: [n]}
    right   s: {struct: 'f32 a, f32 b', shape: [n]}

'openacc' shares out what 'thread' does, so it does not stand beside counts.
Its nest has no iterations too many: 'where' is for threads of a 'launch'.)"},

{"launch-impossible", "the device cannot run such a block at all",
R"(One block asks for more of a resource than the device gives to a block:
threads, registers per thread or per block (after rounding to whole warps),
shared memory, barriers, or blocks per cluster. A launch would fail with
'invalid configuration' or 'too many resources requested for launch'. The
message names the resource, what was asked, the limit, and the devices that
could run it.

    wrong   --threads 2048                   at most 1024 per block
    wrong   --threads 1024 --regs-per-thread 96
                                             98304 registers, at most 65536
    wrong   --threads 128 --smem 130K --cc 7.0
                                             at most 96 KiB per block
    right   --threads 128 --smem 130K --cc 8.0

Use smaller blocks, hold registers down (__launch_bounds__, -maxrregcount), use
less shared memory, or another device. Above 48 KiB of shared memory a kernel
must also opt in: cudaFuncSetAttribute with
cudaFuncAttributeMaxDynamicSharedMemorySize.)"},

{"level-missed", "the level of validation required was not reached",
R"(    level 0   the device file is compared with the device
    level 1   times
    level 2   hardware counters of every point as well
    level 3   and a device file whose ceilings were measured

--require-level turns a lower level into an error: exit code 5 where counters
are missing, else 1. Without it the level is stated in the report, and the exit
code follows from what was compared.)"},

{"link-missing", "two devices have no link",
R"(A peer copy, a halo exchange or an all-reduce goes between devices that the
system does not connect. Without --system each pair has a link as the file of
the device says, unless it declares its peer.bandwidth unknown.

In a system file links stand for both directions:

    links:
      - between: [0, 1]
        bandwidth: {value: 390 GB/s, from: measured}
        latency: {value: 3 us, from: measured}

or 'all:' with one bandwidth and latency for every pair. Without a link, copy
to the host and back: to_host, then to_device.)"},

{"machine-lacks", "this machine cannot do what was required",
R"(`gpumodel doctor --require PART` looks whether a part of measuring works here,
for scripts that would otherwise find out late. The message names the first
thing that is missing; gpumodel doctor shows all of them and what to install.

    gpu        a driver, a GPU, and the program gpumodel-run-cuda
    openacc    a driver, a GPU, and the program gpumodel-run-openacc
    counters   what gpu needs, CUPTI, and permission; where only the
               permission is missing it is counters-denied, exit code 5

Exit code 4. Predictions and the comparison with records need none of these.)"},

{"measurement-doubtful", "measured times cannot be relied on",
R"(A time is doubted where there are fewer than three samples or their quartiles
lie more than 5 % from the median, where the driver lowered the clocks (power,
temperature), or where other processes used the GPU. Such points stay in the
record and in the sums, flagged. A run of kernels that were named ends with
exit code 6: inconclusive.

    see who uses the GPU      nvidia-smi
    more samples              gpumodel validate KERNEL --seconds 5)"},

{"member-unknown", "an access names no member that can be accessed",
R"(The elements of an array with 'struct' are structures, and one instruction
accesses one member of at most 16 bytes. A whole structure is accessed only if
it has at most 16 bytes itself.

    arrays: {s: {struct: 'f32 a, f64 b, f32 v[3]', shape: [n]}}

    wrong   load: s[i]          32 bytes
    wrong   load: s[i].c        no such member
    wrong   load: s[i].v[3]     counted from 0
    right   load: s[i].a, s[i].v[2]

Arrays with 'type' have no members.)"},

{"memory-exceeded", "the data does not fit the device's memory",
R"(The arrays of a kernel, or the buffers of a program, take more bytes than the
device file states as dram.capacity. Arrays count as they are declared, whole;
buffers by the parts that are on a device, from the first use of each to the
end of its data region or of the program. What drivers and allocators keep for
themselves is not counted, so data that just fits may not.

A kernel by itself is predicted all the same, with this warning: its time is
that on a device like this one with more memory. Offloading it (--host,
--streams, overlap) and programs are refused: their data has to be placed.

    wrong   gpumodel predict jacobi2d --device v100 --streams 4 -D n=131072
    right   gpumodel predict jacobi2d --device v100 --streams 4 -D n=16384
    right   the same on a device with more memory: gpumodel devices list

Managed memory counts as well: the timeline knows no pages that are driven
out.)"},

{"model-unknown", "no model of this name exists",
R"(A model is the rule by which terms combine to a time.

    textbook   max(compute, memory) with datasheet peaks, no launch cost
    roofline   launch + max(compute, dram) with sustained ceilings
    machine    every part of the GPU, and how blocks share it (default)

    wrong   gpumodel predict saxpy --model rooflin
    right   gpumodel predict saxpy --model roofline

Without --model the best one there is answers, and the third line of the answer
names it.)"},

{"name-differs", "the file is not called what it says it describes",
R"(Libraries find files by their names, while the answer shows the name written
inside. If the two differ, the name in the answer does not find the file again.

    wrong   my-board.yaml that begins with   device: v100
    right   my-board.yaml that begins with   device: my-board

This is a warning; it often means that a file was copied and not yet adapted.
Rename the file or correct the key.)"},

{"name-shadowed", "a file in the working folder hides one of the library",
R"(A kernel, a device, a program or a system is looked for in the working folder
first, then in the folders of $GPUMODEL_KERNEL_PATH and its like, the user's
configuration and the library. A file saxpy.yaml in the working folder is thus
what `saxpy` and `saxpy.yaml` mean there, whatever the library holds.

This is a note: it names the file that was read. If the library's own file was
meant, rename yours or run the command in another folder. A path such as
./saxpy.yaml says that yours is meant, and no note is made.)"},

{"name-taken", "a name stands for something else already",
R"(In the expressions of a thread each name means one thing: a parameter, a
coordinate (thread.x, lane, warp, ...) or a variable. A variable may not take
the name of any of them, nor that of an array, nor that of another variable
that is known at the same place. A parameter may not be called lane, warp or
index.

    wrong   parameters: {n: 1Mi}
            thread: {let: {n: global.x}, ...}
    right   thread: {let: {i: global.x}, ...}

Two loops, one after the other, may use the same variable.)"},

{"name-unknown", "an array is used that is not defined",
R"(Loads, stores and transfers name arrays, and each must be defined under
'arrays', where its element type gives the bytes of a word.

    wrong   arrays: {x: {type: f32, shape: [n]}}
            per_item: {load: {y: 1}}
    right   arrays: {x: {type: f32, shape: [n]}, y: {type: f32, shape: [n]}}
            per_item: {load: {y: 1}}

Define the array or correct its spelling; upper and lower case differ.)"},

{"name-wrong", "this cannot be a name in a kernel file",
R"(Parameters, arrays and variables appear in expressions, so their names are
made of letters, digits and underscores, and do not start with a digit.

    wrong   parameters: {block-size: 128, 2n: 64}
    right   parameters: {block_size: 128, two_n: 64}

The caret marks the name.)"},

{"ncu-metrics", "a report of Nsight Compute holds no counters",
R"(Counters are compared by the profiler's own names, such as
dram__bytes_read.sum. The report holds launches, but none of these: its pages
of sections print titles ("DRAM Throughput"), which are not unique, or the
profiler could read nothing ("n/a").

    wrong   ncu --csv ./program                          sections only
    right   ncu --csv --page raw ./program
    right   ncu --csv --metrics dram__bytes_read.sum,dram__bytes_write.sum \
              ./program)"},

{"ncu-number", "a value of a report of Nsight Compute is no number",
R"(The profiler prints numbers as its language settings say. Here a comma parts
groups of three digits and a point begins the fraction; anything else would be
a guess. What the profiler could not read ("n/a") is no fault: the counter is
left out.

    right   1234.5    1,234.5    81,777,664    3.2e-5
    wrong   1.234,5   9,00       12.345.678

    right   LC_ALL=C ncu --csv --page raw ./program > report.csv)"},

{"ncu-report", "a file is no report of Nsight Compute",
R"(Counters can be taken from comma-separated reports with one line per metric or
one line per launch. The first line that names a column "Kernel Name" is the
header; what stands before it is skipped, as are lines that begin with "==".
Columns change with the profiler's version and are found by name: "ID" and
"Kernel Name" are needed, and "Metric Unit" and "Metric Value" where there is
a "Metric Name".

    wrong   report.ncu-rep                   the profiler's own, binary form
    right   ncu --import report.ncu-rep --csv --page raw > report.csv

    wrong   ncu --csv --print-summary per-kernel ...     averages of launches
    right   ncu --csv --page raw ...

A report without a launch is useless too: perhaps the filter (-k) let none
pass, or the program was stopped.)"},

{"ncu-row", "a line of a report of Nsight Compute is damaged",
R"(A line has fewer or more values than the header has columns, or a quote is not
closed. Mostly the file was cut off, or the profiled program printed into it.

    wrong   ncu --csv --page raw ./program > report.csv      mixed with output
    right   ncu --csv --page raw --log-file report.csv ./program

Nothing of a damaged report is used.)"},

{"ncu-unmatched", "launches of a report fit no point",
R"(A launch of a report of Nsight Compute belongs to a point where the function is
one of the library's kernels, and grid, block and compute capability are the
same. Only CUDA points with cold caches are joined, since the profiler
flushes caches before each launch (--cache-control all, its default). Launches
that fit points of several parameter sets, such as strides, are left out too.

    one set at a time   gpumodel validate copy-strided -D stride=8
                          --from-ncu report.csv --cache cold)"},

{"no-device", "there is no GPU that can be used",
R"(The runner found no device: no GPU, no driver, a driver that is older than the
toolkit the runner was built with, a GPU it was not compiled for, or a GPU that
a batch system has not given to this process. For OpenACC also: the program was
built without offloading, or the run-time library fell back to the host, which
is refused.

    see what there is     nvidia-smi; gpumodel doctor
    without a GPU         gpumodel validate --replay validate/records
                          gpumodel validate --backend host --host CPU

The exit code is 4.)"},

{"not-applicable", "a part of the answer does not exist for this question",
R"(Fields of a JSON document that do not apply are null, never zero and never
left out, and a note with this id says why. Nothing is wrong.

    host, overlap       nobody asked: give --host CPU, --streams N
    sensitivities, launch_changes, compiled
                        nobody asked: give --explain, --from-ptxas or --cubin
    occupancy           the kernel states no launch, or nothing is known about
                        the device's compute capability
    accesses, warp_instructions, traffic.l1_bytes, traffic.l2_bytes
                        a descriptor that counts words does not say which
                        addresses the threads of a warp access
    range, points       occupancy was asked for one complete launch, or these
                        hold the answer and the other fields do not

A program that reads the document should treat null as 'not known here'.)"},

{"not-predicted", "a measured point has no prediction",
R"(The point is kept and counted, but compared with nothing. The message says why:
the kernel's file states no OpenACC schedule, has changed its parameters since
the point was measured, is not in the library any more, or the device file does
not state a number that every model needs.)"},

{"openacc-level", "gang, worker and vector are nested in the wrong order",
R"(Each of the three levels of parallelism is for one loop of the nest, which may
have several of them. From the outside in the order is gang, worker, vector;
`seq` loops may stand anywhere, and `auto` loops take what is left.

    openacc: {nest: {i: 0..n, j: 0..m}, ...}

    wrong   schedule: {i: vector, j: gang}
    wrong   schedule: {i: gang, j: [gang, vector]}
    right   schedule: {i: gang, j: [worker, vector]}
    right   schedule: {i: seq, j: [gang, vector]}

Compilers refuse such directives too.)"},

{"openacc-loop", "the nest of an OpenACC kernel has no such loop",
R"(The entries of 'schedule' name loops of 'nest'. Loops that 'collapse' fuses
into the first one have no entry of their own.

    openacc: {nest: {i: 0..n, j: 0..m}, ...}

    wrong   schedule: {i: gang, k: vector}
    wrong   collapse: 2, schedule: {i: gang, j: vector}
    right   collapse: 2, schedule: {i: [gang, vector]}

Beside a 'launch' the variables of the nest are also those of its threads;
their values stand under 'let', and the nest takes their place under OpenACC:

    thread: {let: {j: global.x, i: global.y}, ...})"},

{"output-busy", "another run measures into this file",
R"(A record or a device file grows in FILE.partial while it is measured. That
file belongs to one run at a time: two would lose each other's points.

    wrong   (gpumodel calibrate -o my.yaml &) ; gpumodel calibrate -o my.yaml
    right   wait until the first one ends; if it was interrupted, the same
            command goes on from there

The lock ends with the process that holds it, however that ends: a file that a
killed run left is not busy.)"},

{"output-exists", "the output file is already there",
R"(Results never replace a file without being told to, so that a measurement or
an earlier prediction is not lost by a repeated command.

    wrong   gpumodel predict saxpy --json saxpy.json     (second time)
    right   gpumodel predict saxpy --json saxpy.json --force
    right   gpumodel predict saxpy --json -              to standard output

Choose another name or add --force. It is looked at before anything is
computed, and again by the step that gives the result its name: of runs side by
side that ask for one file, one writes it and the others end with this error.

A file that is replaced keeps its mode and, where the system allows it, its
owner. A symbolic link stays, and the file that it names is replaced.)"},

{"output-file", "the output cannot be written",
R"(The file is a folder, lies in a folder that does not exist or is not writable,
is itself protected, is a loop of symbolic links, or the disk is full; or it is
one that this command reads, which --force does not replace either; or two
options ask for one file, or both for standard output (-).

    wrong   gpumodel predict saxpy --json - --csv -
    right   gpumodel predict saxpy --json saxpy.json --csv -
    wrong   gpumodel predict saxpy --json missing-folder/saxpy.json
    right   mkdir results; gpumodel predict saxpy --json results/saxpy.json
    wrong   gpumodel predict mine.yaml --json mine.yaml --force

This is checked before anything is computed. A file appears whole or not at
all: it is written beside its place as .gpumodel-partial-PID-N and gets its
name when it is complete. What a killed run leaves the next one removes.)"},

{"parameter-cycle", "parameters are defined by each other",
R"(The default of a parameter may use other parameters, in any order, but not, by
whatever detour, itself.

    wrong   parameters: {n: m, m: 2 * n}
    right   parameters: {n: 8192, m: 2 * n}

Give one of them a plain number. It can still be set with -D.)"},

{"parameter-unknown", "the kernel has no parameter of this name",
R"(-D NAME=VALUE sets a parameter of the kernel for one prediction. Only names
that the kernel file defines under 'parameters' can be set; upper and lower
case differ. Arrays, flop counts and numbers of the device cannot be set this
way.

    wrong   gpumodel predict saxpy -D n=1Mi
    right   gpumodel predict saxpy -D N=1Mi

`gpumodel kernels` lists the parameters of every kernel with their defaults.)"},

{"parameter-wrong", "a parameter on the command line cannot be used",
R"(The argument of -D is NAME=VALUE, once per name. The value is a number or
arithmetic on numbers; it cannot use other parameters, because the order of
options means nothing.

    wrong   -D N            no value
    wrong   -D N=           no value
    wrong   -D N=2*m        names another parameter
    wrong   -D N=1 -D N=2   given twice
    wrong   -D N=1e30       does not fit 64 bits
    right   -D N=2^26   -D N=64Mi   -D N=1e6   -D N=1_000_000

M is 10^6 and Mi is 2^20. In a shell, quote what holds * or parentheses:
-D 'N=3*(2^20)'.)"},

{"peak-mismatch", "a stated peak is not what its parts give",
R"(A peak follows from other numbers of the device:

    GPU   peak.fp64      = sms x lanes.fp64 x 2 flop x clock.sm
          dram.bandwidth = dram.bus_width x dram.data_rate
    CPU   peak.fp64      = cores x fma_units x simd_lanes.fp64 x 2 flop x clock

The file (or, for lanes, the compute capability) states the parts as well, and
the product is more than 2 % off. Usually the clock is the wrong one (base
against boost), the data rate is that of another board, or a peak includes
tensor cores.

    wrong   clock: {sm: {value: 1.38 GHz, from: datasheet}}    base clock
            peak:  {fp64: {value: 7.8 TFLOP/s, from: datasheet}}
    right   clock: {sm: {value: 1.53 GHz, from: datasheet}}    boost clock

This is a warning: the stated peak is used. Find out which number is of another
board or clock and correct it.)"},

{"program-too-long", "a program comes to too many tasks",
R"(Every copy, kernel and wait of every iteration is a task on the timeline, and
so is what the host does to issue it; each piece of a staged copy is some. More
than 150,000 of them are not simulated.

    wrong   - repeat: 10000000
    right   - repeat: 1000

A kernel that is called with other parameters in every iteration is looked at
anew each time, which takes longer: of such calls some thousand are the limit.

Iterations that do the same take the same time: a thousand of them tell as
much as ten million. Where all of them are wanted, --work-limit 10 allows ten
times as many, with the time and the memory that they take.)"},

{"program-unknown", "there is no such program",
R"(A program is a file, or a name from the library: jacobi-data and
jacobi-data.yaml both find programs/jacobi-data.yaml. Searched are, in this
order, the path as given, ./, the folders of $GPUMODEL_PROGRAM_PATH, the
user's configuration, and what comes with gpumodel.

    wrong   gpumodel overlap mandelbrot-asynch
    right   gpumodel overlap mandelbrot-async
    right   gpumodel overlap ./my-program.yaml

Of a kernel and a program with the same name the kernel is taken.)"},

{"ptxas-log", "no kernel was found in the compiler's log",
R"(Resources can be read from what ptxas prints when asked to be verbose. The file
given holds no line 'Compiling entry function' with its 'Used N registers', is
cut off, or comes from a compilation without that option.

    wrong   nvcc -arch=sm_90 -c kernel.cu 2> kernel.log
    right   nvcc -arch=sm_90 -Xptxas -v -c kernel.cu 2> kernel.log

The lines appear on the error stream. With relocatable code (-rdc=true) they
are written before linking and miss the called functions: read the linked
cubin instead. Kernels compiled for several architectures appear once for
each.)"},

{"races-unchecked", "not all of a program was searched for data races",
R"(Each access of a buffer is compared with those before it that nothing puts in
an order with it. Where very many of them overlap, that takes longer than the
prediction: the first ones are compared, and the message says how many. More
are with --work-limit 10, or with fewer iterations: races among a few of them
are those among all.)"},

{"record-differs", "a partial record stems from another environment",
R"(A record holds what was measured in one environment: one GPU, driver, compiler
and version of gpumodel. FILE.partial was begun in another, so the run cannot
go on with it. The message says what differs.

    rm validate/records/h200/cuda.json.partial      begin anew
    gpumodel validate --record OTHER.json           keep both)"},

{"record-field", "a record holds something wrong",
R"(Members of a record are checked strictly: what is missing, of the wrong type,
out of range or not known is named by its path, such as
points[3].time.median_s. Points of a record count from 0 and stand one to a
line. docs/validation.md lists all members.)"},

{"record-kind", "a record is of the other kind",
R"(There are two kinds of records: those of kernels (schema gpumodel-records) and
those of whole programs (gpumodel-program-records). 'validate' reads the first,
'validate --programs' the second.

    wrong   gpumodel validate --replay programs.json
    right   gpumodel validate --programs --replay programs.json

A folder may hold both: each command reads its own kind.)"},

{"record-none", "there is nothing to compare",
R"(--replay takes a record, or a folder with records (*.json) in it or below.
Kernels, --backend and --cache then choose among the points; here none is left.

    right   gpumodel validate --replay validate/records
    right   gpumodel validate saxpy --replay validate/records/h200/cuda.json)"},

{"record-schema", "the file is no record of measurements",
R"(A record says what it is: "schema": "gpumodel-records", "schema_version": 1.
Results of commands (--json) have other schemas; they hold predictions made at
the time, and cannot be replayed.

"gpumodel-records-partial" is a run that did not finish. The same command with
the same --record goes on with it.)"},

{"record-version", "the record is of a version that is not read",
R"(Versions change only when a reader would misunderstand a record. A newer
version was written by a newer gpumodel; an older one must be measured again.)"},

{"registers-ambiguous", "--regs too small for a block: per thread or per block?",
R"(--regs counts registers per block, as in the limits of a device. Compilers
print registers per thread, of which there are at most 255. A --regs of 255 or
less is therefore more likely a number per thread, and off by the size of the
block if it is read as one per block. It is refused with both readings.

So is a larger one that leaves a thread fewer registers than the hardware hands
out at least: warps get them in units, 8 for each thread in most compute
capabilities. --regs 300 of 128 threads would be 3 for each.

    wrong   --threads 128 --regs 64
    right   --threads 128 --regs-per-thread 64     what the compiler printed
    right   --threads 128 --regs 8192              the same, per block

A block needs at least one register per thread, so small blocks with few
registers can always be written with --regs-per-thread.)"},

{"runner-failed", "the program that runs kernels gives no usable answer",
R"(Before anything is measured the runner is asked to describe its device. It
crashed, was silent for a minute, or printed something else. Run it by hand to
see all it has to say:

    gpumodel-run-cuda --environment)"},

{"runner-missing", "the program that runs kernels is not installed",
R"(Kernels run in programs of their own: gpumodel-run-cuda, gpumodel-run-openacc
and gpumodel-run-host; whole programs are run by gpumodel-run-program and
gpumodel-run-program-openacc. They are built where their compiler is found
(nvcc, a compiler with OpenACC offloading, OpenMP), and looked for in
$GPUMODEL_RUNNER_PATH, beside gpumodel, and in ../libexec/gpumodel.

    for a GPU     cmake --workflow --preset cuda
    for the host  cmake --workflow --preset runners (OpenACC too)
    without one   gpumodel validate --replay validate/records

The exit code is 4.)"},

{"schedule-missing", "a kernel's file states no such way to launch it",
R"(A kernel file says under 'launch' how a CUDA launch shares the work out, under
'openacc' how a compiler does, or both. --schedule chooses where there are
both, and there is nothing to choose here.

    wrong   gpumodel predict dot --schedule openacc
    right   gpumodel predict jacobi2d-acc-vector
    right   gpumodel predict jacobi2d-acc-vector --schedule openacc

A file with 'openacc' alone is always launched that way.)"},

{"schedule-unknown", "--schedule names no way to launch a kernel",
R"(It is 'launch' or 'openacc', after the keys of the kernel file. Without it the
launch is taken where the file states one.

    wrong   gpumodel predict my-kernel --schedule acc
    right   gpumodel predict my-kernel --schedule openacc)"},

{"statement-unknown", "there is no statement of this name",
R"(Each item of 'do' is a statement: a key that says which, and its value.

    memory       load store atomic reduction read spill
    arithmetic   fp64 fp32 fp16 int convert shuffle vote tensor
    control      for if barrier
    values       let draw

    wrong   - loads: x[i]
    wrong   - x[i] = y[i]
    right   - load: y[i]
    right   - store: x[i]

docs/kernel-format.md describes them all.)"},

{"step-unknown", "it is not said what a step does",
R"(Each member of 'steps' has one key that says what it does: to_device, to_host,
peer, halo, all_reduce, kernel, host, synchronise; or, with steps of its own,
repeat, chunks, data, graph, each.

    wrong   - {copy_in: x}             right   - {to_device: x}
    wrong   - {loop: 10, steps: ...}   right   - {repeat: 10, steps: ...}

See docs/programs.md.)"},

{"stream-unknown", "there is no such stream",
R"(A step names a stream that the program does not have, or its expression comes
to a number outside of 0 ... streams - 1.

    wrong   streams: [copy, compute]
            steps: [{to_device: x, stream: cpoy}]
    right   streams: [copy, compute]
            steps: [{to_device: x, stream: copy}]

    wrong   stream: chunk              right   stream: chunk % streams

Without 'stream', or with 'stream: default', a step is in the default stream.
A queue for each chunk is streams: {count: chunks}.)"},

{"struct-members", "the members of a structure cannot be used",
R"(--struct, and 'struct' of an array in a kernel file, list the members of a
structure in order, each a type and a name, separated by commas. They are laid
out as in C: each at a multiple of its alignment, the size a multiple of the
largest.

    wrong   --struct 'float a, float b'        types are f32, f64, i8, ...
    wrong   --struct 'f32 a, f32 a'            named twice
    wrong   --struct 'f32 a' --fields b        no such member
    right   --struct 'f32 a, f32 b, f32 c' --fields a,b --store c
    right   --struct 'f32x4 position, i8 flags[16]' --fields position

A member that is loaded must have 1, 2, 4, 8 or 16 bytes; of an array member
one element is named, as in flags[3]. --store names members that are written,
or arrays where accesses are given as expressions.)"},

{"suite-point", "a suite asks for a point that cannot be measured",
R"(A suite lists kernels with values of their parameters; every combination is a
point per backend and cache state. The message names the kernel and the values:
the kernel or a parameter does not exist, a value has no launch (a size that is
no multiple of the tile, more than 1024 threads), the same point is there
twice, or one entry has more than 10,000 combinations.

    wrong   - kernels: matmul-tiled-f32
              with: {n: 1000, tile: 16}          1000 / 16 is no whole number
    right     with: {n: 1024, tile: 16}

A suite of programs (validate --programs) lists programs with their parameters,
chunk counts, streams and numbers of GPUs; the same holds for it.)"},

{"system-derived", "several devices are of a system that nobody named",
R"(The program uses several devices and nobody named a system. Each pair has a
link as the file of the device says (peer.bandwidth, peer.latency): that of its
board, or the usual one of its generation, with a wide interval. Each device
has a host link for itself; on real machines they share memory and wires of
the host.

    right   gpumodel predict jacobi-multi --system h200-x4

Systems are measured with `gpumodel calibrate --system`, or written by hand:
see docs/programs.md.)"},

{"system-unknown", "there is no such system",
R"(A system is a file, or a name from the library: h200-x4 finds
systems/h200-x4.yaml. Searched are, in this order, the path as given, ./, the
folders of $GPUMODEL_SYSTEM_PATH, the user's configuration, and what comes
with gpumodel.

    wrong   gpumodel predict jacobi-multi --system h200x4
    right   gpumodel predict jacobi-multi --system h200-x4
    right   gpumodel predict jacobi-multi --system ./my-node.yaml)"},

{"thread-too-large", "a thread program is larger than any kernel",
R"(A thread has at most 2000 statements, nested 16 deep, 256 accesses and 64
variables. More is a generated file gone wrong, or a loop written out.

    wrong   - load: x[i]
            - load: x[i + 1]
            - load: x[i + 2]       and so on
    right   - for: {k: 0..1000}
            do:
              - load: x[i + k]

Loops may be marked with 'unroll', so nothing is lost by writing them.)"},

{"time-unusable", "an answer has no time",
R"(A predicted time is a finite number above 0. Nothing is answered where a
program has nothing to do at these parameters, or where the time is beyond what
can be computed.

    wrong   steps: [{repeat: 0, steps: [...]}]
    right   the same with a number of repetitions of 1 or more

A step or a chunk that does nothing beside others is no fault.)"},

{"type-wrong", "mapping, list or single value: the wrong one",
R"(Each key expects one of three shapes:

    a single value   n: 1Mi
    a list           shape: [n, m]
    a mapping        load: {x: 1, y: 1}

    wrong   sms: 80                  every number says where it comes from
    right   sms: {value: 80, from: datasheet, note: "product page"}
    wrong   load: [x, y]             how many words of each?
    right   load: {x: 1, y: 1}
    wrong   to_device: x
    right   to_device: [x]

Lists have limits: a shape has up to eight extents, a block and a grid up to
three. A file that is plain text, or comments only, is no mapping either.)"},

{"unit-wrong", "the unit does not fit the quantity",
R"(Every quantity has a dimension, and a value of another one is refused: a size
is no rate, and a number without a unit is neither.

    wrong   bandwidth: {value: 840 GB, from: datasheet}
    wrong   bandwidth: {value: 840, from: datasheet}
    right   bandwidth: {value: 840 GB/s, from: datasheet}

    time          2 us         size        16 GB, 6 MiB, 4096 bit
    clock         1530 MHz     latency     430 cycle
    data rate     1.754 GT/s   bandwidth   840 GB/s
    flop rate     7.8 TFLOP/s  count       80

k M G T P are powers of 1000, Ki Mi Gi Ti Pi powers of 1024. Gb is no unit:
write Gbit.)"},

{"usage", "the command line cannot be understood",
R"(A command, an option or an argument is unknown, missing or out of place. The
message says which, and gives the nearest known spelling where there is one.

    wrong   gpumodel predict saxpy --devices v100
    right   gpumodel predict saxpy --device v100
    wrong   gpumodel devices diff v100
    right   gpumodel devices diff v100 a100-40gb

    gpumodel --help            all commands
    gpumodel COMMAND --help    one command's options, with examples

Nothing was computed or written; the exit code is 2.)"},

{"value-negative", "a quantity is negative",
R"(Sizes, rates, counts and times of a device are never negative. A sign is a slip
of the keyboard, or a difference of two measurements that was mostly noise.

    wrong   h2d_latency: {value: -2 us, from: measured}
    right   h2d_latency: {value: 2 us, from: measured}

If a measured latency came out negative, it is zero within its error: write
0 us, or leave the key out and let it be derived.)"},

{"value-range", "a number, or a factor of uncertainty, is not plausible",
R"(A quantity is 0, or between 1e-15 and 1e30 in SI units: nothing real lies
outside. Beyond that a unit or an exponent was mistyped.

    wrong   - {host: work, time: 1e300 s}
    right   - {host: work, time: 100 ms}

A factor of uncertainty is between 1 and 100. It says how far a number can be
trusted: the true value lies between value / factor and value * factor. 1 means
exact. It is a ratio, not a
percentage and not an absolute error.

    wrong   {value: 785 GB/s, from: measured, factor: 0.05}
    wrong   {value: 785 GB/s, from: measured, factor: 500}
    right   {value: 785 GB/s, from: measured, factor: 1.05}

The factor widens the interval of every answer that uses the number. A number
that is uncertain by more than 100 is better declared unknown.)"},

{"value-unknown", "an unknown word, or half an unknown number",
R"(Either a value is not one of the words that its key allows:

    kind    gpu cpu
    from    measured datasheet derived assumed unknown
    type    f16 bf16 f32 f64 i8 i16 i32 i64, vectors such as f32x4
    layout  row column            space    global shared constant
    path    usual read_only l1    per      thread warp block
    compiler  gcc nvhpc           schedule  gang worker vector seq auto

    wrong   x: {type: float, shape: [n]}
    right   x: {type: f32, shape: [n]}

Or only half of a number says that it is not known. Both halves must:

    wrong   {value: unknown, from: datasheet}
    right   {value: unknown, from: unknown})"},

{"value-wrong", "a value cannot be read",
R"(A quantity is a number, and a unit where it has one. Numbers are decimal, with
a point; the unit may have a prefix.

    wrong   value: 840,5 GB/s     decimal comma
    wrong   value: 1_530 MHz      separators only in expressions
    wrong   value: 0840 GB/s      leading zero: octal is not supported
    wrong   value: .nan           or .inf: no finite number
    wrong   value: 840 GBps       unknown unit
    right   value: 840.5 GB/s

A compute capability is major.minor: 7.0, not 7, 70 or sm_70. In YAML, 7.10 is
read as written, so 12.1 and 12.10 differ.)"},

{"value-zero", "a quantity that others are divided by is zero",
R"(Rates, sizes, clocks and counts of a device cannot be zero: times are computed
by dividing by them. Zero is also what people write for 'not known', and the
two must not be mixed up. Only latencies may be zero.

    wrong   fp16: {value: 0 TFLOP/s, from: datasheet}
    right   fp16: {value: unknown, from: unknown}

Or leave the key out: if a rule for the compute capability exists, the value is
derived and marked so.)"},

{"values-missing", "a value is read, but nothing says which",
R"(`read: {c: col[k]}` uses what stands in an element, often as an index. What
that is cannot be guessed: the array must state it.

    wrong   col: {type: i32, shape: [nnz]}
    right   col: {type: i32, shape: [nnz], values: {uniform: [0, n]}}

    values: index / 2               the same for every run, from the index
    values: {uniform: [0, n]}       whole numbers from 0 up to n - 1
    values: {banded: [index, 64]}   within 64 of the element's own index
    values: {histogram: {1: 0.9, 32: 0.1}}
    values: {file: columns.txt}     real data

If the value does not matter, use 'load' instead.)"},

{"yaml-alias", "anchors and aliases are not supported",
R"(YAML can mark a value with &name and repeat it with *name. Nested, a few lines
unfold into gigabytes, and a repeated number loses its own source. Both are
refused.

    wrong   h2d_bandwidth: &link {value: 16 GB/s, from: datasheet}
            d2h_bandwidth: *link
    right   h2d_bandwidth: {value: 16 GB/s, from: datasheet}
            d2h_bandwidth: {value: 16 GB/s, from: datasheet}

Write the value out. Text that starts with & or * goes into quotes.)"},

{"yaml-documents", "the file holds more than one document",
R"(A line of three dashes starts a new YAML document. Each file describes one
device or one kernel, so that its name finds it.

    wrong   kernel: a
            ---
            kernel: b
    right   a.yaml and b.yaml

One line of dashes at the very start is accepted.)"},

{"yaml-syntax", "the file is not valid YAML",
R"(The file breaks the rules of YAML at the place shown; the cause may stand a
line or two above it. Frequent causes:

    a tab in the indentation         use spaces
    a missing space after a colon    n:4  ->  n: 4
    a brace or quote not closed      {x: 1  ->  {x: 1}
    ': ' or ' #' inside plain text   note: "clock: base"

    wrong   note: exercise sheet: part 1
    right   note: "exercise sheet: part 1"

Faults of content are reported once the file is valid YAML.)"},

{"yaml-tag", "YAML tags are not supported",
R"(A tag such as !!float or !include tells a YAML reader how to construct a value.
Here each key knows what it expects, so a tag can only contradict it.

    wrong   n: !!int "64"
    right   n: 64

Remove the tag. Text that starts with ! goes into quotes.)"},

{"yaml-too-deep", "the file is nested too deeply",
R"(Statements of a kernel may be nested 16 deep, which takes two levels each;
otherwise files have five levels. Nesting beyond 40 is a generated file gone
wrong or an attempt to exhaust the reader.

    wrong   [[[[[[[[[[[[[[[[[[[[[[[[[[[[ ... n ... ]]]]]]]]]]]]]]]]

Deep arithmetic belongs into an expression, where parentheses may be nested 100
deep: work_items: ((n - 2) * (m - 2)).)"},

{"yaml-too-large", "the file has too many entries",
R"(The file holds more than 20000 keys and values. No device and no kernel has
that many; a table of measurements, for example, is not read here.

State counts as expressions over parameters instead of one entry per case.)"},

});
// clang-format on

constexpr std::size_t longest_line = 79;
constexpr std::size_t longest_title = 54;  // beside the id in the list of all pages

// Sorted, each id once, and readable on a terminal of 80 columns.
constexpr bool well_formed() {
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (i > 0 && !(pages[i - 1].id < pages[i].id)) return false;
    if (pages[i].title.size() > longest_title) return false;
    std::size_t column = 0;
    for (const char c : pages[i].text) {
      column = c == '\n' ? 0 : column + 1;
      if (column > longest_line) return false;
    }
  }
  return true;
}
static_assert(well_formed());

}  // namespace

std::span<const DiagnosticPage> diagnostic_pages() {
  return pages;
}

const DiagnosticPage* find_diagnostic_page(std::string_view id) {
  const auto found = std::ranges::lower_bound(pages, id, {}, &DiagnosticPage::id);
  return found != pages.end() && found->id == id ? &*found : nullptr;
}

}  // namespace gpumodel
