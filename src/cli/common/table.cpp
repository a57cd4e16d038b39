// All subcommands; the order is that of --help.
#include <array>

#include "src/cli/common/commands.hpp"

namespace gpumodel {

std::span<const CommandRow> command_table() {
  static constexpr auto table = std::to_array<CommandRow>({
      {"predict", "How long a kernel or a program takes, and what limits it",
       "  gpumodel predict saxpy --device v100\n"
       "  gpumodel predict saxpy.yaml --device v100.yaml -D N=2^20 --explain\n"
       "  gpumodel predict exercise6 --device exercise6-gpu --host exercise6-cpu \\\n"
       "    --streams 4 --model textbook\n"
       "  gpumodel predict jacobi2d --device h200 --json - | jq .time_s\n"
       "  gpumodel predict jacobi-multi --system h200-x4 --scaling\n"
       "  gpumodel predict app.cu --kernel saxpy -D n=4Mi --device h200\n"
       "  gpumodel predict app.cu --device h200 -- 10000 20",
       make_predict},
      {"overlap", "What asynchronous copies gain, the best chunk count",
       "  gpumodel overlap saxpy --device h200 -D N=2^26\n"
       "  gpumodel overlap mandelbrot-async --device h200 --trace overlap.json\n"
       "  gpumodel overlap saxpy --host-link 12GB/s --chunks 8 --streams 3 \\\n"
       "    --svg overlap.svg",
       make_overlap},
      {"advise", "What would help a kernel, ranked by predicted gain",
       "  gpumodel advise rack-aos --device h200\n"
       "  gpumodel advise transpose-tiled --device v100 -v\n"
       "  gpumodel advise rack-aos --apply soa:racks --output rack-soa.yaml",
       make_advise},
      {"occupancy", "Blocks and warps per SM, every limiter, the next step",
       "  gpumodel occupancy --threads 128 --smem 8K --regs 8192\n"
       "  gpumodel occupancy --threads 256 --regs-per-thread 40 --smem 0 --cc 9.0\n"
       "  gpumodel occupancy --threads 32..1024:32 --regs-per-thread 64 --svg o.svg\n"
       "  gpumodel occupancy --from-ptxas build.log --threads 256\n"
       "  gpumodel occupancy app.cu --kernel saxpy -D n=4Mi --device h200",
       make_occupancy},
      {"coalesce", "Sectors, lines, banks of a warp's accesses or a kernel",
       "  gpumodel coalesce transpose-naive --device h200 -D n=4096\n"
       "  gpumodel coalesce 'x[2*i]' --elem 4 --device v100\n"
       "  gpumodel coalesce 'U[j][i-1]' --elem f64 --shape 1024x1024 --block 32x4 \\\n"
       "    --where 'i > 0'\n"
       "  gpumodel coalesce --struct 'f32 a, f32 b, f32 c' --fields a,b --store c\n"
       "  gpumodel coalesce --shared 'tile[thread.x][thread.y]' --elem 4 --shape 32x32 \\\n"
       "    --block 32x8",
       make_coalesce},
      {"sweep", "A kernel at all combinations of values, on several GPUs",
       "  gpumodel sweep saxpy -D N=2^10..2^28:x4 --device v100,h200 --csv s.csv\n"
       "  gpumodel sweep jacobi2d -D bx=32..256:x2 -D by=1..8:x2 \\\n"
       "    --where 'bx * by <= 1024' --device h200 --svg s.svg\n"
       "  gpumodel sweep saxpy --registers-per-thread 32..64:8 --threads 64,128\n"
       "  gpumodel sweep saxpy -D N=2^20..2^28:x2 --streams 1..3 --chunks 1..16:x2\n"
       "  gpumodel sweep saxpy -D N=1..10_000_000 --jsonl s.jsonl --resume\n"
       "  gpumodel sweep saxpy -D N=1..10_000_000 --jsonl p3.jsonl --shard 3/20",
       make_sweep},
      {"merge", "Parts of a sweep as one file of JSON Lines",
       "  gpumodel merge part*.jsonl --output all.jsonl", make_merge},
      {"tune", "The best launch of a kernel, and what comes close",
       "  gpumodel tune jacobi2d --device h200\n"
       "  gpumodel tune jacobi2d bx=32..1024:x2 by=1,2,4,8 --where 'threads <= 1024'\n"
       "  gpumodel tune heat3d-zfactor nx=512 --device v100 --json -",
       make_tune},
      {"roofline", "Where kernels stand under every roof of a GPU",
       "  gpumodel roofline saxpy jacobi2d matmul-tiled-f32 --device h200\n"
       "  gpumodel roofline nbody --device v100,a100-40gb,h200 --svg roofs.svg\n"
       "  gpumodel roofline saxpy jacobi2d --device h200 --records validate/records/h200",
       make_roofline},
      {"describe", "Kernel files from source, without CUDA and without a GPU",
       "  gpumodel describe app.cu\n"
       "  gpumodel describe app.cu --kernel 'stencil<2>' --output kernels -D n=4Mi\n"
       "  gpumodel describe app.cu --kernel add --launch \\\n"
       "    'grid=[ceil_div(n, 256)] block=[256]'\n"
       "  gpumodel describe app.cu --list --compile '-I include -DBIG'\n"
       "  gpumodel describe loop.c --launch 'block=[32, 8]'\n"
       "  gpumodel describe app.cu --kernel add -D n=4Mi --against app.cubin",
       make_describe},
      {"compare", "Kernels, devices, models or two results side by side",
       "  gpumodel compare saxpy --device v100,a100-40gb,h200 -D N=2^26\n"
       "  gpumodel compare jacobi2d transpose-naive --device all --price h200=3.5\n"
       "  gpumodel compare saxpy --model textbook,machine --host xeon-16vcpu\n"
       "  gpumodel compare base.json new.json --terms --fail-on slower --strict",
       make_compare},
      {"gate", "Predicted times against budgets and a baseline, for CI",
       "  gpumodel gate budgets.yaml\n"
       "  gpumodel gate budgets.yaml --baseline baseline.json --write-baseline\n"
       "  gpumodel gate budgets.yaml --baseline baseline.json --junit gate.xml \\\n"
       "    --sarif gate.sarif --github",
       make_gate},
      {"story", "Published studies replayed: each printed number beside ours",
       "  gpumodel story list\n"
       "  gpumodel story show thermal-diffusion\n"
       "  gpumodel story run rwth-exercise6\n"
       "  gpumodel story run all --csv stories.csv",
       make_story},
      {"validate", "Predicted against measured, on a GPU or from records",
       "  gpumodel validate saxpy -D N=2^26\n"
       "  gpumodel validate --replay validate/records --html validate.html\n"
       "  gpumodel validate --record validate/records/h200/cuda.json\n"
       "  gpumodel validate jacobi2d --backend openacc --cache warm --require-level 1\n"
       "  gpumodel validate --programs --record validate/records/h200/programs.json\n"
       "  gpumodel validate --programs pipelines --replay validate/records/h200 -v",
       make_validate},
      {"calibrate", "Measure the numbers of a device file on this machine",
       "  gpumodel calibrate --output my-gpu.yaml\n"
       "  gpumodel calibrate --only dram.copy_bandwidth\n"
       "  gpumodel calibrate --host --output my-cpu.yaml\n"
       "  gpumodel calibrate --list",
       make_calibrate},
      {"devices", "The library of devices: list, show one, compare two",
       "  gpumodel devices\n"
       "  gpumodel devices show v100\n"
       "  gpumodel devices diff a100-40gb h200",
       make_devices},
      {"kernels", "The library of kernels: list, show one",
       "  gpumodel kernels\n"
       "  gpumodel kernels show jacobi2d\n"
       "  gpumodel kernels show jacobi2d --cuda jacobi2d.cu -D n=4096",
       make_kernels},
      {"programs", "The library of programs: list, show one",
       "  gpumodel programs\n"
       "  gpumodel programs show mandelbrot-async",
       make_programs},
      {"systems", "The library of systems: list, show one",
       "  gpumodel systems\n"
       "  gpumodel systems show h200-x4",
       make_systems},
      {"learn", "Exercises that check predictions, with own numbers",
       "  gpumodel learn list\n"
       "  gpumodel learn show kernel-time --seed anna\n"
       "  gpumodel learn check kernel-time 'memory=2.86 us' bound=memory\n"
       "  gpumodel learn check measured-copy --seed anna time=150..250us\n"
       "  gpumodel learn hint kernel-time memory\n"
       "  gpumodel learn check racks racks.cu --on cpu\n"
       "  gpumodel learn sheet --seed anna --html anna.html\n"
       "  gpumodel learn form --seed anna > answers/anna.yaml\n"
       "  gpumodel learn check --batch answers --csv grades.csv --junit grades.xml",
       make_learn},
      {"check", "Everything that is wrong with kernel, program and device files",
       "  gpumodel check my-kernel.yaml my-gpu.yaml\n"
       "  gpumodel check my-program.yaml --system h200-x4",
       make_check},
      {"doctor", "What this machine can do, what to install for the rest",
       "  gpumodel doctor\n"
       "  gpumodel doctor --require counters && gpumodel validate --counters",
       make_doctor},
      {"explain", "The page behind a word of an answer, an error or a warning",
       "  gpumodel explain dram\n"
       "  gpumodel explain key-unknown",
       make_explain},
      {"schema", "JSON Schemas of the documents", "  gpumodel schema predict", make_schema},
      {"completion", "Completion script for bash, zsh or fish",
       "  gpumodel completion bash > /etc/bash_completion.d/gpumodel", make_completion},
      {"man", "Manual page of the program or of a command", "  gpumodel man predict | man -l -",
       make_man},
  });
  return table;
}

}  // namespace gpumodel
