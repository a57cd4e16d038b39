// Usual values per compute capability, for what a device file leaves out.
//
// Every row rests on published measurements of other devices of that generation. The value is near
// the middle of what they show and `factor` is wide enough to hold all of them; where a generation
// has only one board, or none, the factor is wider than the data would ask for, and the source
// says so. A device file with a measured value is always better.
//
// The data, with the names used below:
//   gpu-benches   te42kyfo/gpu-benches, commit 1c36d50 (its "h200" files are probably a GH200)
//   BabelStream   UoB-HPC/BabelStream results, commit 57637d5
//   MT4G          caps-tum/mt4g sample_results, commit 4cc5566. Its bandwidth kernels are simple
//                 and lie below every other program, so they count as lower bounds only; its L1
//                 and shared latencies of A100, RTX 2080 Ti and T1000 are twice every other
//                 source and are left out
//   ReFrame       site reference values in reframe-hpc/reframe, cscs-checks
//   FluidX3D      ProjectPhysX/FluidX3D README, commit 01d3cdd: what an application reaches
//   H200          our own runs on one H200 SXM, driver 580.159, CUDA 13.0
// Figures marked "recalled" were quoted from memory of a paper and never seen; they decide no row
// unless the source says so.
#include <array>
#include <cstddef>

#include "models/hardware/derive.hpp"

namespace gpumodel {
namespace {

// clang-format off
constexpr std::array gpu_rules = std::to_array<DefaultRule>({
    // --- arithmetic ------------------------------------------------------------------------------
    // Fractions of the peak that long chains of independent fused multiply-adds reach.
    //   FP64  H200 33.3 / 33.45 = 0.995, GH200 31.26 / 33.45 = 0.934 (OpenCL-Benchmark);
    //         RTX 4090 1.29 to 1.36 of 1.29 (clpeak issue 106): its clock exceeds the stated boost
    //         clock while FP64 draws little power. V100 issues one warp FMA per cycle and SM half
    //         (gpu-benches, cuda-incore), A100 32 per cycle and SM: the full rate at their clocks
    //   FP32  H200 63.2 / 66.9 = 0.945, GH200 62.96 / 66.9 = 0.941, RTX 4090 77 / 82.6 = 0.932
    //   FP16  GH200 123.9 / 133.8 = 0.926; A100 and Orin 200 of 256 per cycle and SM = 0.78,
    //         RTX 3090 128 of 128 (Accel-Sim table)
    {"sustained.fp64", {3, 0}, {3, 0},   0.95, "peak.fp64", 1.10,
     "no measurement; other GPUs reach 0.93 to 1.0"},
    {"sustained.fp64", {3, 5}, {3, 7},   0.95, "peak.fp64", 1.10,
     "no measurement; other GPUs reach 0.93 to 1.0"},
    {"sustained.fp64", {5, 0}, {5, 3},   0.98, "peak.fp64", 1.08,
     "no measurement"},
    {"sustained.fp64", {6, 0}, {7, 2},   0.95, "peak.fp64", 1.08,
     "V100 issues at the full rate (gpu-benches); boost clock under load not seen"},
    {"sustained.fp64", {7, 5}, {7, 5},   0.95, "peak.fp64", 1.15,
     "no measurement; a T4 is held below its boost clock by its 70 W"},
    {"sustained.fp64", {8, 0}, {8, 0},   0.95, "peak.fp64", 1.08,
     "A100 issues at the full rate (Accel-Sim table); boost clock under load not seen"},
    {"sustained.fp64", {8, 6}, {8, 9},   1.00, "peak.fp64", 1.08,
     "RTX 4090 1.00 to 1.05 (clpeak): the clock exceeds the stated boost"},
    {"sustained.fp64", {9, 0}, {9, 0},   0.965, "peak.fp64", 1.05,
     "H200 0.995, GH200 0.934"},
    {"sustained.fp64", {10, 0}, {12, 1}, 0.96, "peak.fp64", 1.10,
     "no measurement; as 9.0"},

    {"sustained.fp32", {3, 0}, {3, 7},   0.80, "peak.fp32", 1.25,
     "no measurement; 4 schedulers feed 128 of 192 lanes unless they issue two at once: 0.67 to 1"},
    {"sustained.fp32", {5, 0}, {7, 2},   0.94, "peak.fp32", 1.10,
     "no measurement; 8.9 and 9.0 reach 0.93 to 0.95"},
    {"sustained.fp32", {7, 5}, {7, 5},   0.85, "peak.fp32", 1.20,
     "no measurement; a T4 is held below its boost clock by its 70 W"},
    {"sustained.fp32", {8, 0}, {8, 7},   0.94, "peak.fp32", 1.10,
     "full rate per cycle on A100, RTX 3090, Orin (Accel-Sim table); clock under load not seen"},
    {"sustained.fp32", {8, 9}, {8, 9},   0.93, "peak.fp32", 1.10,
     "RTX 4090 0.932; power-capped boards (L4, L40S) may be lower"},
    {"sustained.fp32", {9, 0}, {9, 0},   0.943, "peak.fp32", 1.03,
     "H200 0.945, GH200 0.941"},
    {"sustained.fp32", {10, 0}, {12, 1}, 0.94, "peak.fp32", 1.10,
     "no measurement; as 9.0"},

    {"sustained.fp16", {5, 3}, {7, 5},   0.90, "peak.fp16", 1.20,
     "no measurement"},
    {"sustained.fp16", {8, 0}, {8, 0},   0.78, "peak.fp16", 1.20,
     "A100 200 of 256 per cycle and SM (Accel-Sim table)"},
    {"sustained.fp16", {8, 6}, {8, 6},   0.95, "peak.fp16", 1.10,
     "RTX 3090 128 of 128 per cycle and SM (Accel-Sim table); clock under load not seen"},
    {"sustained.fp16", {8, 7}, {8, 7},   0.78, "peak.fp16", 1.20,
     "Orin 200 of 256 per cycle and SM (Accel-Sim table)"},
    {"sustained.fp16", {8, 9}, {8, 9},   0.93, "peak.fp16", 1.15,
     "as FP32, the same units; no measurement"},
    {"sustained.fp16", {9, 0}, {9, 0},   0.926, "peak.fp16", 1.08,
     "GH200 0.926 (OpenCL-Benchmark)"},
    {"sustained.fp16", {10, 0}, {12, 1}, 0.90, "peak.fp16", 1.20,
     "no measurement"},

    // --- DRAM ------------------------------------------------------------------------------------
    // Fractions of the peak at the pins, counting read and written bytes.
    //   copy 3.x   ECC on: K20c 0.732, K20X 0.728, K40 0.673, K80 0.748; ECC off: K20c 0.823,
    //              K40 0.764, K80 0.847, GTX 780 Ti 0.828 (BabelStream); K80 0.653 (bandwidthTest)
    //   copy 5.2   Titan X 0.781, GTX 980 Ti 0.783 (BabelStream)
    //   copy 6.0   P100 PCIe 0.682 (ReFrame, device-to-device copy)
    //   copy 7.0   V100 0.874 (FastIceFlo), 0.865, 0.867 (ReFrame), 0.895 (gpu-benches)
    //   copy 7.5   T4 0.749 (bandwidthTest)
    //   copy 8.0   A100 40 GB 0.888 (gpu-benches), 0.850 (ReFrame), 0.810 (della-gpu), 0.744
    //              (cloud); A100 80 GB 0.849 (gpu-benches), 0.753 (FastIceFlo)
    //   copy 8.6   A40 0.945 (gpu-benches)
    //   copy 8.9   L40 0.944, 0.891 at full occupancy (gpu-benches); RTX 4090 0.914 (two sources;
    //              a Windows bandwidthTest with 0.731 is left out)
    //   copy 9.0   H200 0.881; H100 SXM 0.866 (bandwidthTest); H100 PCIe 0.898, GH200 0.878
    //              (gpu-benches triad: its one-element copy still rises with occupancy)
    {"dram.copy_bandwidth", {3, 0}, {3, 7},   0.75, "dram.bandwidth", 1.15,
     "K20c, K20X, K40, K80, GTX 780 Ti: 0.65 to 0.85, the low half with ECC"},
    {"dram.copy_bandwidth", {5, 0}, {5, 3},   0.78, "dram.bandwidth", 1.06,
     "Titan X, GTX 980 Ti: 0.78 (BabelStream)"},
    {"dram.copy_bandwidth", {6, 0}, {6, 2},   0.74, "dram.bandwidth", 1.15,
     "P100 0.68 (a runtime copy); Maxwell 0.78"},
    {"dram.copy_bandwidth", {7, 0}, {7, 2},   0.875, "dram.bandwidth", 1.05,
     "V100, four sources: 0.865 to 0.895"},
    {"dram.copy_bandwidth", {7, 5}, {7, 5},   0.79, "dram.bandwidth", 1.15,
     "T4 0.749 (a runtime copy on a cloud host)"},
    {"dram.copy_bandwidth", {8, 0}, {8, 0},   0.83, "dram.bandwidth", 1.13,
     "A100, six sources: 0.744 to 0.888, median 0.83"},
    {"dram.copy_bandwidth", {8, 6}, {8, 7},   0.93, "dram.bandwidth", 1.08,
     "A40 0.945"},
    {"dram.copy_bandwidth", {8, 9}, {8, 9},   0.92, "dram.bandwidth", 1.06,
     "L40 0.891 to 0.944, RTX 4090 0.914"},
    {"dram.copy_bandwidth", {9, 0}, {9, 0},   0.88, "dram.bandwidth", 1.04,
     "H100 SXM, H100 PCIe, H200, GH200: 0.866 to 0.898"},
    {"dram.copy_bandwidth", {10, 0}, {12, 1}, 0.88, "dram.bandwidth", 1.12,
     "no measurement; as 9.0 (FluidX3D reaches 0.81 on B200 and RTX 5090)"},

    //   read   V100 0.964, A100 40 GB 0.958, A40 0.976, L40 0.977, H100 PCIe 0.952 (gpu-stream)
    //          and 0.975 (gpu-l2-cache), GH200 0.972 (gpu-l2-cache) and 0.904 (OpenCL-Benchmark),
    //          A100 80 GB 0.868 and 0.912: gpu-benches; H200 0.935. Lower bounds (MT4G): RTX 2080
    //          Ti 0.948, Quadro P6000 392 GB/s
    {"dram.read_bandwidth", {3, 0}, {6, 2},   0.80, "dram.bandwidth", 1.25,
     "no measurement; copies reach 0.65 to 0.85 and reads are no slower"},
    {"dram.read_bandwidth", {7, 0}, {7, 2},   0.96, "dram.bandwidth", 1.05,
     "V100 0.964"},
    {"dram.read_bandwidth", {7, 5}, {7, 5},   0.92, "dram.bandwidth", 1.10,
     "RTX 2080 Ti at least 0.948; T4 copies are slow"},
    {"dram.read_bandwidth", {8, 0}, {8, 0},   0.91, "dram.bandwidth", 1.06,
     "A100: 0.868, 0.912, 0.958"},
    {"dram.read_bandwidth", {8, 6}, {8, 9},   0.975, "dram.bandwidth", 1.05,
     "A40 0.976, L40 0.977"},
    {"dram.read_bandwidth", {9, 0}, {9, 0},   0.95, "dram.bandwidth", 1.06,
     "H100 PCIe, H200, GH200: 0.904 to 0.975"},
    {"dram.read_bandwidth", {10, 0}, {12, 1}, 0.93, "dram.bandwidth", 1.10,
     "no measurement; as 9.0"},

    //   write  V100 0.997, A100 40 GB 0.968, A100 80 GB 0.930, A40 0.976, L40 0.979, H100 PCIe
    //          0.990, GH200 0.975 (gpu-stream init: gpu-benches) and 0.926 (OpenCL-Benchmark);
    //          H200 0.953. Lower bound (MT4G): RTX 2080 Ti 0.714
    {"dram.write_bandwidth", {3, 0}, {6, 2},   0.80, "dram.bandwidth", 1.25,
     "no measurement; copies reach 0.65 to 0.85 and writes are no slower"},
    {"dram.write_bandwidth", {7, 0}, {7, 2},   0.98, "dram.bandwidth", 1.05,
     "V100 0.997"},
    {"dram.write_bandwidth", {7, 5}, {7, 5},   0.85, "dram.bandwidth", 1.20,
     "RTX 2080 Ti at least 0.714"},
    {"dram.write_bandwidth", {8, 0}, {8, 0},   0.95, "dram.bandwidth", 1.04,
     "A100: 0.930, 0.968"},
    {"dram.write_bandwidth", {8, 6}, {8, 9},   0.975, "dram.bandwidth", 1.05,
     "A40 0.976, L40 0.979"},
    {"dram.write_bandwidth", {9, 0}, {9, 0},   0.96, "dram.bandwidth", 1.05,
     "H100 PCIe, H200, GH200: 0.926 to 0.990"},
    {"dram.write_bandwidth", {10, 0}, {12, 1}, 0.94, "dram.bandwidth", 1.10,
     "no measurement; as 9.0"},

    // Unloaded latency of a pointer chase, in SM cycles; the clocks of the boards differ, so part
    // of the spread is the clock.
    //   3.x K20 440 (a poster's own microbenchmark); 6.1 Quadro P6000 415 (MT4G); 7.0 V100 424
    //   (gpu-benches), 408 (MT4G), 460 (AI_kernels); 7.5 RTX 2080 Ti, T1000 496 (MT4G); 8.0 A100
    //   572, 570, earlier tables 541 to 552 (gpu-benches), 640 (MT4G); 8.9 L40 631 (gpu-benches),
    //   RTX 4090 636, RTX 2000 Ada 570 (AI_kernels); 9.0 H100 PCIe 650, GH200 617 to 690
    //   (gpu-benches, AI_kernels), H100 SXM 834, H100 NVL 803 (MT4G); 10.0 B200 860; 12.0 RTX
    //   5090 936, RTX PRO 6000 864 (AI_kernels). Recalled: H100 479, A100 466, RTX 4090 542
    {"dram.latency", {3, 0}, {3, 7},   440, "", 1.40, "K20 440 (one forum microbenchmark)"},
    {"dram.latency", {5, 0}, {6, 2},   415, "", 1.30, "Quadro P6000 415; no other board"},
    {"dram.latency", {7, 0}, {7, 2},   430, "", 1.10, "V100: 408, 424, 460"},
    {"dram.latency", {7, 5}, {7, 5},   496, "", 1.20, "RTX 2080 Ti, T1000: 496 (MT4G)"},
    {"dram.latency", {8, 0}, {8, 0},   572, "", 1.13, "A100: 541 to 640, median 571"},
    {"dram.latency", {8, 6}, {8, 7},   600, "", 1.25, "no measurement; between 8.0 and 8.9"},
    {"dram.latency", {8, 9}, {8, 9},   620, "", 1.12, "L40, RTX 4090, RTX 2000 Ada: 570 to 636"},
    {"dram.latency", {9, 0}, {9, 0},   700, "", 1.20,
     "H100 PCIe, GH200: 617 to 690 (gpu-benches); H100 SXM, NVL: 803 to 834 (MT4G)"},
    {"dram.latency", {10, 0}, {11, 0}, 860, "", 1.20, "B200 860; no other board"},
    {"dram.latency", {12, 0}, {12, 1}, 900, "", 1.12, "RTX 5090 936, RTX PRO 6000 864"},

    // --- caches ----------------------------------------------------------------------------------
    // L2 read bandwidth as a multiple of the DRAM peak. It really follows slices and L2 clock, so
    // boards of one generation with different memory differ.
    //   7.0 V100 2.67 (gpu-cache); 8.0 A100 80 GB 2.26 (gpu-cache) and 2.65 (gpu-l2-cache), the
    //   same L2 against the slower memory of the 40 GB board 3.47; 8.6 A40 3.49; 8.9 L40 6.06
    //   (gpu-l2-cache), 6.60; 9.0 H100 PCIe 3.41 (gpu-l2-cache), GH200 2.49; H200 1.5 (a read
    //   sweep with launches in it): gpu-benches unless said. Lower bounds (MT4G): P6000 1.96,
    //   RTX 2080 Ti 2.18
    {"l2.read_bandwidth", {3, 0}, {6, 2},   2.5, "dram.bandwidth", 1.60,
     "Quadro P6000 at least 1.96; no other board"},
    {"l2.read_bandwidth", {7, 0}, {7, 2},   2.7, "dram.bandwidth", 1.25, "V100 2.67"},
    {"l2.read_bandwidth", {7, 5}, {7, 5},   2.7, "dram.bandwidth", 1.50,
     "RTX 2080 Ti at least 2.18"},
    {"l2.read_bandwidth", {8, 0}, {8, 0},   2.8, "dram.bandwidth", 1.25,
     "A100 80 GB 2.26 to 2.65, the same L2 with the 40 GB memory 3.47"},
    {"l2.read_bandwidth", {8, 6}, {8, 7},   3.5, "dram.bandwidth", 1.40, "A40 3.49"},
    {"l2.read_bandwidth", {8, 9}, {8, 9},   6.0, "dram.bandwidth", 1.50, "L40 6.06 to 6.60"},
    {"l2.read_bandwidth", {9, 0}, {9, 0},   2.6, "dram.bandwidth", 1.45,
     "H100 PCIe 3.41, GH200 2.49"},
    {"l2.read_bandwidth", {10, 0}, {11, 0}, 2.5, "dram.bandwidth", 2.00, "no measurement"},
    {"l2.read_bandwidth", {12, 0}, {12, 1}, 5.0, "dram.bandwidth", 2.00,
     "no measurement; a large L2 as on 8.9"},

    // Near partition, in SM cycles.
    //   3.5 K20 240 (through the texture path); 6.1 Quadro P6000 227 (MT4G); 7.0 V100 215, 214.5,
    //   221; 7.5 RTX 2070 236 (gpu-arch-microbenchmark), RTX 2080 Ti 176, T1000 158 (MT4G);
    //   8.0 A100 213, 211 (gpu-benches), 221 (MT4G), far 377; 8.9 L40 276 (gpu-benches), 222 to
    //   339 by SM (arXiv 2606.22588), RTX 4090 296, RTX 2000 Ada 214 (AI_kernels); 9.0 H100 PCIe
    //   265 (gpu-benches), H100 SXM 219, NVL 238 (MT4G), GH200 281 (AI_kernels), H200 279; 10.0
    //   B200 295; 12.0 RTX 5090 360, RTX PRO 6000 352 (AI_kernels)
    {"l2.latency", {3, 0}, {3, 7},   240, "", 1.40, "K20 240 (one forum microbenchmark)"},
    {"l2.latency", {5, 0}, {6, 2},   227, "", 1.25, "Quadro P6000 227; no other board"},
    {"l2.latency", {7, 0}, {7, 2},   215, "", 1.06, "V100: 214 to 221"},
    {"l2.latency", {7, 5}, {7, 5},   193, "", 1.25, "RTX 2070 236, RTX 2080 Ti 176, T1000 158"},
    {"l2.latency", {8, 0}, {8, 0},   213, "", 1.10, "A100: 211 to 221, far partition 377"},
    {"l2.latency", {8, 6}, {8, 7},   240, "", 1.30, "no measurement; between 8.0 and 8.9"},
    {"l2.latency", {8, 9}, {8, 9},   270, "", 1.28,
     "L40 222 to 339 by SM, RTX 4090 296, RTX 2000 Ada 214"},
    {"l2.latency", {9, 0}, {9, 0},   258, "", 1.20, "H100 219 to 265, H200 279, GH200 281"},
    {"l2.latency", {10, 0}, {11, 0}, 295, "", 1.20, "B200 295; no other board"},
    {"l2.latency", {12, 0}, {12, 1}, 356, "", 1.10, "RTX 5090 360, RTX PRO 6000 352"},

    // Global loads that hit L1, in SM cycles.
    //   3.x none: K20 shared memory (the same array) 48, texture path 108; 6.1 Quadro P6000 106,
    //   median 90 (MT4G); 7.0 V100 29.9, 30.1, 36; 7.5 RTX 2070 32; 8.0 A100 36, tables 33; 8.9
    //   L40 36, RTX 2000 Ada 39, RTX 4090 40; 9.0 H100 PCIe 34.2, SXM and NVL 38, GH200 32 to 40,
    //   H200 34 to 40; 10.0 B200 40; 12.0 RTX 5090 and RTX PRO 6000 44
    {"l1.latency", {3, 0}, {3, 7},   72, "", 1.55,
     "no measurement; K20 shared memory 48, texture path 108"},
    {"l1.latency", {5, 0}, {6, 2},   95, "", 1.25, "Quadro P6000 90 to 106; no other board"},
    {"l1.latency", {7, 0}, {7, 2},   31, "", 1.18, "V100: 29.9, 30.1, 36"},
    {"l1.latency", {7, 5}, {7, 5},   32, "", 1.15, "RTX 2070 32; no other usable board"},
    {"l1.latency", {8, 0}, {8, 7},   36, "", 1.12, "A100: 33 to 36; 8.6 and 8.7 as 8.0"},
    {"l1.latency", {8, 9}, {8, 9},   38, "", 1.10, "L40 36, RTX 2000 Ada 39, RTX 4090 40"},
    {"l1.latency", {9, 0}, {9, 0},   37, "", 1.16, "H100 34 to 38, H200 34 to 40, GH200 32 to 40"},
    {"l1.latency", {10, 0}, {11, 0}, 40, "", 1.12, "B200 40; no other board"},
    {"l1.latency", {12, 0}, {12, 1}, 44, "", 1.08, "RTX 5090, RTX PRO 6000: 44"},

    //   3.5 K20 48; 6.1 Quadro P6000 39.6, median 38 (MT4G); 7.0 V100 23.5 (MT4G); 7.5 RTX 2070 23;
    //   9.0 H100 SXM and NVL 29.9 (MT4G). Recalled: A100 and H100 29, RTX 4090 30
    {"shared.latency", {3, 0}, {3, 7},   48, "", 1.30, "K20 48 (one forum microbenchmark)"},
    {"shared.latency", {5, 0}, {6, 2},   39, "", 1.30, "Quadro P6000 38 to 40; no other board"},
    {"shared.latency", {7, 0}, {7, 2},   23.5, "", 1.15, "V100 23.5"},
    {"shared.latency", {7, 5}, {7, 5},   23, "", 1.15, "RTX 2070 23; no other usable board"},
    {"shared.latency", {8, 0}, {8, 9},   29, "", 1.30,
     "recalled, unverified: A100 29, RTX 4090 30; measured neighbours 7.x 23, 9.0 30"},
    {"shared.latency", {9, 0}, {9, 0},   30, "", 1.08, "H100 SXM, NVL: 29.9"},
    {"shared.latency", {10, 0}, {12, 1}, 30, "", 1.30, "no measurement; as 9.0"},

    // --- launch ----------------------------------------------------------------------------------
    // Seconds that one empty kernel takes between two events. Only the H200 was measured that way:
    // 4.5 us, with 3.4 us back to back and 8.2 us for launch and synchronise. Elsewhere these two
    // are known and enclose the value (ReFrame; back to back / launch and synchronise): K80 5.7 /
    // 13.7, P100 2.2 / 6.6, V100 1.83 / 7.15, A100 2.7 / 9.65 us. Upper bounds of back to back
    // (gpu-benches, 64 KiB kernels): A100 2.7, A40 2.1, L40 1.6, GH200 2.4 us. Host and driver
    // matter as much as the GPU.
    {"launch.latency", {3, 0}, {3, 7},   8.8e-6, "", 1.60, "K80: between 5.7 and 13.7 us"},
    {"launch.latency", {5, 0}, {6, 2},   3.8e-6, "", 1.75, "P100: between 2.2 and 6.6 us"},
    {"launch.latency", {7, 0}, {7, 5},   3.6e-6, "", 2.00, "V100: between 1.83 and 7.15 us"},
    {"launch.latency", {8, 0}, {8, 9},   4.5e-6, "", 2.20, "A100: between 2.7 and 9.65 us"},
    {"launch.latency", {9, 0}, {9, 0},   4.5e-6, "", 1.60, "H200 4.5 us; other hosts differ"},
    {"launch.latency", {10, 0}, {12, 1}, 4.5e-6, "", 2.00, "no measurement; as 9.0"},

    // What only the detailed time model needs. One H200 was measured, elsewhere bounds are known;
    // `gpumodel calibrate` measures all of it.
    // Each further kernel of a stream: K80 5.7, P100 2.2, V100 1.83, A100 2.7 us (ReFrame), H200
    // 3.4; of a graph: H200 0.7 us alone, GH200 1.27 and L40 0.98 us with a little work
    // (gpu-benches).
    {"launch.back_to_back", {3, 0}, {3, 7},   5.7e-6, "", 1.50, "K80 5.7 us"},
    {"launch.back_to_back", {5, 0}, {7, 5},   2.2e-6, "", 1.50, "P100 2.2, V100 1.83 us"},
    {"launch.back_to_back", {8, 0}, {12, 1},  2.9e-6, "", 1.50, "A100 2.7, H200 3.4 us"},
    // Between two events behind other work: the events cost, the wait for the host does not.
    {"launch.queued", {3, 0}, {3, 7},   5.7e-6, "", 1.60, "as each further kernel of a stream"},
    {"launch.queued", {5, 0}, {7, 5},   2.4e-6, "", 1.60, "as each further kernel of a stream"},
    {"launch.queued", {8, 0}, {12, 1},  3.0e-6, "", 1.50, "H200 3.2 us"},
    // A block on every SM: they start within 0.1 us of each other and live for 0.2 us.
    {"launch.queued_full", {3, 0}, {12, 1}, 1.10, "launch.queued", 1.25,
     "no measurement; blocks that start in 0.1 us and live for 0.2 us"},
    // Code and parameters from memory: two to four misses in a row, of 0.5 us with the TLBs'.
    {"launch.queued_cold", {3, 0}, {12, 1}, 1.40, "launch.queued_full", 1.40,
     "no measurement; a few misses to DRAM in a row"},
    {"launch.graph", {7, 0}, {12, 1},  0.9e-6, "", 1.60,
     "H200 0.7; GH200 1.27, L40 0.98 us with a little work"},
    {"launch.host_round_trip", {3, 0}, {3, 7},  13.7e-6, "", 1.50, "K80 13.7 us"},
    {"launch.host_round_trip", {5, 0}, {12, 1}, 8.0e-6,  "", 1.50,
     "P100 6.6, V100 7.15, A100 9.65, H200 8.2 us"},
    // GCC's runtime allocates and copies the arguments of each region; host and driver decide.
    {"launch.openacc", {3, 0}, {12, 1}, 75e-6, "", 2.00, "H200 about 75 us, GCC 12"},
    // Of its host, too: without a queue 21 us where the arguments find memory, against 52 in one;
    // memory for an array 57 to 64 us up to 16 MiB, 106 and 158 at 64 and 256.
    {"launch.openacc_sync", {3, 0}, {12, 1}, 0.40, "launch.openacc", 1.00, "H200 21 of 52 us"},
    {"launch.openacc_data_by_size", {3, 0}, {12, 1}, 75e-6, "", 2.00,
     "H200 57 to 158 us by size, GCC 12"},
    // Six H200 machines 2.1 to 2.8 us. The work of host and driver.
    {"launch.stream_creation", {3, 0}, {12, 1}, 3.0e-6, "", 2.00, "H200 2.1 to 2.8 us"},
    // Seconds per empty block, whole chip. No other device was measured. An H200 takes 1.2 cycles;
    // the same at the 0.7 to 1.5 GHz of older boards.
    {"dispatch.block_interval", {3, 0}, {6, 2}, 1.2e-9, "", 3.00,
     "no measurement; 1.2 cycles as on an H200"},
    {"dispatch.block_interval", {7, 0}, {12, 1}, 0.6e-9, "", 2.00, "H200 0.601 ns"},
    // A block that only stores, alone on its SM: V100 263, A100 261, GH200 219, L40 224 ns
    // (gpu-benches). An empty one lives shorter.
    {"block.life", {3, 0}, {6, 2},   330e-9, "", 2.00,
     "no measurement; as V100 and A100, at lower clocks"},
    {"block.life", {7, 0}, {8, 0},   240e-9, "", 1.50, "V100 263, A100 261 ns with a store"},
    {"block.life", {8, 6}, {12, 1},  200e-9, "", 1.50, "GH200 219, L40 224 ns with a store"},
    // Bytes per cycle and SM: 32 lanes of 4 bytes since Volta.
    {"l1.bandwidth", {7, 0}, {7, 2},   128, "", 1.10, "32 banks of 4 bytes"},
    {"l1.bandwidth", {8, 0}, {12, 1},  128, "", 1.10, "32 banks of 4 bytes; H200 128"},
    {"shared.bandwidth", {5, 0}, {12, 1}, 128, "", 1.10, "32 banks of 4 bytes"},
    // Two partitions from 8.0 on the large chips: A100 380, GH200 458 to 522 cycles.
    {"l2.far_latency", {8, 0}, {8, 0},   1.85, "l2.latency", 1.20, "A100 about 377 to 400"},
    {"l2.far_latency", {9, 0}, {9, 0},   1.75, "l2.latency", 1.20, "GH200 458 to 522"},
    // Footprint half way from the L2's bandwidth to that of DRAM: GH200 56 of 60 MiB
    // (gpu-benches).
    {"l2.effective_capacity", {7, 0}, {12, 1}, 0.85, "l2.capacity", 1.25, "GH200 0.9 of it"},

    // --- host link -------------------------------------------------------------------------------
    // Copies that run at the same time. Read from devices: K20, K40 2; T4 3; A30 4; RTX 3090 2;
    // H100 PCIe, H200 3. Two already carry one copy each way. GeForce boards of 3.x have one
    // (recalled): their files should say so.
    {"link.copy_engines", {3, 0}, {3, 0},   1, "", 2.00,
     "recalled, unverified: consumer Kepler boards have one"},
    {"link.copy_engines", {3, 5}, {3, 7},   2, "", 1.00, "K20, K40: 2"},
    {"link.copy_engines", {5, 0}, {7, 2},   2, "", 1.50, "no source; 2 on Kepler, 2 to 4 later"},
    {"link.copy_engines", {7, 5}, {7, 5},   3, "", 1.50, "T4 3"},
    {"link.copy_engines", {8, 0}, {8, 0},   3, "", 1.50, "A30 4; no source for A100"},
    {"link.copy_engines", {8, 6}, {8, 9},   2, "", 1.50, "RTX 3090 2"},
    {"link.copy_engines", {9, 0}, {9, 0},   3, "", 1.00, "H100 PCIe, H200: 3"},
    {"link.copy_engines", {10, 0}, {12, 1}, 3, "", 1.50, "no source; as 9.0"},

    // Large pinned copies as a fraction of the link rate, to the device / to the host.
    //   3.7 K80 0.50 / 0.68; 6.0 P100 0.75 / 0.80; 7.0 V100 0.76 / 0.79 and 0.83 / 0.85 (ReFrame),
    //   0.78 (gpu-benches), 0.61 / 0.72 (cloud); 7.5 T4 0.61 / 0.70 (cloud); 8.0 A100 0.81 / 0.83
    //   (ReFrame), 0.83 / 0.83; 8.9 RTX 4090 0.74 / 0.83 (cuda-oxide pull request 976), 0.58 / 0.55
    //   (Windows); 9.0 H100 0.87 / 0.74, H200 0.88 / 0.88, GH200 over C2C 0.84 / 0.66. A cloud A100
    //   with 0.39 / 0.42 was on half a link and is left out. The host decides most of it.
    {"link.h2d_sustained", {3, 0}, {3, 7},   0.68, "link.h2d_bandwidth", 1.40,
     "K80 0.50; later PCIe 3.0 boards 0.75 to 0.83"},
    {"link.h2d_sustained", {5, 0}, {7, 2},   0.76, "link.h2d_bandwidth", 1.26,
     "P100, V100: 0.61 (cloud) to 0.83, median 0.76"},
    {"link.h2d_sustained", {7, 5}, {7, 5},   0.70, "link.h2d_bandwidth", 1.22,
     "T4 0.61 (cloud); other PCIe 3.0 boards 0.75 to 0.83"},
    {"link.h2d_sustained", {8, 0}, {8, 9},   0.75, "link.h2d_bandwidth", 1.30,
     "A100 0.81 to 0.83, RTX 4090 0.58 (Windows) to 0.74"},
    {"link.h2d_sustained", {9, 0}, {9, 0},   0.86, "link.h2d_bandwidth", 1.06,
     "H100 0.87, H200 0.88, GH200 0.84"},
    {"link.h2d_sustained", {10, 0}, {12, 1}, 0.85, "link.h2d_bandwidth", 1.20,
     "no measurement; as 9.0"},

    {"link.d2h_sustained", {3, 0}, {3, 7},   0.74, "link.d2h_bandwidth", 1.20,
     "K80 0.68; later PCIe 3.0 boards 0.79 to 0.85"},
    {"link.d2h_sustained", {5, 0}, {7, 2},   0.79, "link.d2h_bandwidth", 1.12,
     "P100, V100: 0.72 (cloud) to 0.85, median 0.79"},
    {"link.d2h_sustained", {7, 5}, {7, 5},   0.76, "link.d2h_bandwidth", 1.15,
     "T4 0.70 (cloud); other PCIe 3.0 boards 0.79 to 0.85"},
    {"link.d2h_sustained", {8, 0}, {8, 9},   0.74, "link.d2h_bandwidth", 1.36,
     "A100 0.83, RTX 4090 0.55 (Windows) to 0.83"},
    {"link.d2h_sustained", {9, 0}, {9, 0},   0.77, "link.d2h_bandwidth", 1.18,
     "H100 0.74, H200 0.88, GH200 0.66"},
    {"link.d2h_sustained", {10, 0}, {12, 1}, 0.78, "link.d2h_bandwidth", 1.25,
     "no measurement; as 9.0"},

    // Start-up cost of one copy, in seconds: only the H200 was measured, pinned, between events:
    // 3.8 us to the device and 2.9 us to the host; seen from the host, blocking, 5.8 and 6.3 us.
    {"link.h2d_latency", {3, 0}, {8, 9},   4.0e-6, "", 2.50,
     "no measurement; H200 3.8 us between events, 5.8 us seen from the host"},
    {"link.h2d_latency", {9, 0}, {9, 0},   3.8e-6, "", 1.60,
     "H200 3.8 us between events, 5.8 us seen from the host"},
    {"link.h2d_latency", {10, 0}, {12, 1}, 3.8e-6, "", 2.00, "no measurement; as 9.0"},
    {"link.d2h_latency", {3, 0}, {8, 9},   3.5e-6, "", 2.50,
     "no measurement; H200 2.9 us between events, 6.3 us seen from the host"},
    {"link.d2h_latency", {9, 0}, {9, 0},   2.9e-6, "", 2.20,
     "H200 2.9 us between events, 6.3 us seen from the host"},
    {"link.d2h_latency", {10, 0}, {12, 1}, 2.9e-6, "", 2.20, "no measurement; as 9.0"},

    // What the host needs to queue a copy: H200 machines 1.2 to 1.4 us.
    {"link.h2d_issue", {3, 0}, {12, 1}, 1.5e-6, "", 2.00, "H200 1.27 to 1.36 us"},
    {"link.d2h_issue", {3, 0}, {12, 1}, 1.5e-6, "", 2.00, "H200 1.22 to 1.41 us"},

    // Pageable memory, large copies, in GB/s to the device / to the host; published runs of
    // NVIDIA's bandwidthTest with 32 MB, text in public repositories (ids as in device files):
    //   3.7 K80 9.1 / 10.5 of 15.8 (40305022712); 6.0 P100 SXM2 on a host with NVLink 14.1 / 13.9
    //   (39822864048); 7.5 GTX 1660 Ti of a laptop 3.2 / 3.0 (43535836697), left out; an unnamed
    //   board with 347 GB/s of DRAM 3.9 / 3.8 (27759903867); 8.0 A100 SXM4 10.0 / 10.8, A100 PCIe
    //   3.3 / 8.5 (20134979262), A100 SXM4 14.3 / 8.5 (12036536344); 8.6 RTX 3080 15.9 / 11.5
    //   (42192826036); a board of NVIDIA's forum (56270) 8.3 to 11.4 to the device by size; 9.0
    //   H200 on six machines 7.2 to 9.6 / 13.6 to 18.2.
    // The memory of the host and one of its cores decide, not the GPU; its link is the limit.
    {"link.h2d_pageable", {3, 0}, {3, 7},   6.0e9, "", 1.80,
     "K80 9.1 GB/s over PCIe 3.0; boards of 2.0 have links of 8"},
    {"link.h2d_pageable", {5, 0}, {7, 5},   7.3e9, "", 1.95,
     "P100 14.1, an unnamed board of 7.5 3.9 GB/s"},
    {"link.h2d_pageable", {8, 0}, {8, 9},   9.0e9, "", 1.80,
     "A100 10.0, 14.3, RTX 3080 15.9 GB/s; 3.3 of one host is left out"},
    {"link.h2d_pageable", {9, 0}, {9, 0},   8.4e9, "", 1.50,
     "H200 on six machines 7.2 to 9.6 GB/s"},
    {"link.h2d_pageable", {10, 0}, {12, 1}, 9.0e9, "", 1.80, "no measurement; as 8.x and 9.0"},
    {"link.d2h_pageable", {3, 0}, {3, 7},   6.5e9, "", 1.80,
     "K80 10.5 GB/s over PCIe 3.0; boards of 2.0 have links of 8"},
    {"link.d2h_pageable", {5, 0}, {7, 5},   7.3e9, "", 1.95,
     "P100 13.9, an unnamed board of 7.5 3.8 GB/s"},
    {"link.d2h_pageable", {8, 0}, {8, 9},   10.0e9, "", 1.60,
     "A100 8.5, 10.8, 8.5, RTX 3080 11.5 GB/s"},
    {"link.d2h_pageable", {9, 0}, {9, 0},   15.5e9, "", 1.50,
     "H200 on six machines 13.6 to 18.2 GB/s"},
    {"link.d2h_pageable", {10, 0}, {12, 1}, 13.0e9, "", 1.80, "no measurement; as 8.x and 9.0"},
    // A small one, seen from the host: H200 1.4 to 5.5 us to the device, 6.8 to 8.3 back; a forum's
    // board 6.6 us to the device (4 bytes, bandwidthTest).
    {"link.h2d_pageable_latency", {3, 0}, {12, 1}, 4.5e-6, "", 2.00,
     "H200 1.4 to 5.5 us, another board 6.6"},
    {"link.d2h_pageable_latency", {3, 0}, {12, 1}, 8.0e-6, "", 1.60, "H200 6.8 to 8.3 us"},

    // --- from device to device -------------------------------------------------------------------
    // Large copies one way to another device of its kind where the file states no link of their
    // own (NVLink): over the host link, as a fraction of its rate; through the memory of the host
    // where the driver lets devices not reach each other, as on GeForce boards from 8.9 on.
    // Published runs of NVIDIA's p2pBandwidthLatencyTest: PCIe 3.0 without peer access 0.63 to 0.72
    // (1424345504); PCIe 4.0 with it 0.83 (28298835680), RTX 4090 without 0.66 to 0.72 (3066008640,
    // 19457168900); PCIe 5.0, RTX PRO 6000 and RTX 5090, 0.80 to 0.90 (69215079109).
    {"peer.bandwidth", {3, 0}, {8, 7},   0.75, "link.h2d_bandwidth", 1.30,
     "PCIe boards 0.63 to 0.83 of the host link"},
    {"peer.bandwidth", {8, 9}, {8, 9},   0.70, "link.h2d_bandwidth", 1.25,
     "RTX 4090 0.66 to 0.72 through the host"},
    {"peer.bandwidth", {9, 0}, {12, 1},  0.86, "link.h2d_bandwidth", 1.15,
     "PCIe 5.0 boards 0.80 to 0.90 of the host link"},
    // A copy of 8 bytes that waits for one of the other device: H200 5.6 us on two machines, 10.3
    // by an earlier measurement. Through the host's memory 10.5 to 14.4 us between events.
    {"peer.latency", {3, 0}, {8, 7},   7.0e-6, "", 2.00, "H200 5.6 us; through the host 10 to 14"},
    {"peer.latency", {8, 9}, {8, 9},   11.0e-6, "", 1.40,
     "RTX 4090 10.5 to 13.1 us through the host"},
    {"peer.latency", {9, 0}, {9, 0},   5.7e-6, "", 1.80,
     "H200 5.6 us, 10.3 by another measurement"},
    {"peer.latency", {10, 0}, {12, 1}, 5.7e-6, "", 2.00, "no measurement; as 9.0"},
});

constexpr std::array cpu_rules = std::to_array<DefaultRule>({
    // One core that copies: one Xeon of the Sapphire Rapids generation, as a virtual machine, 10.4
    // GB/s. Recalled: Haswell and Skylake servers 10 to 14, Zen 4 25.
    {"core.copy_bandwidth", {0, 0}, {0, 0}, 13e9, "", 1.90,
     "a Sapphire Rapids server 10.4 GB/s; recalled: others 10 to 25"},
    // The peaks are stated at the base clock. Turbo clocks lie above it (Xeon 8160 3.7 against 2.1
    // GHz with one core busy), the clocks under heavy vector load below it (recalled: E5-2698 v3
    // 1.9 of 2.3, Xeon 8160 1.4 of 2.1 GHz), and compiled loops rarely fill both FMA units.
    {"sustained.fp64", {0, 0}, {0, 0}, 0.80, "peak.fp64", 1.50,
     "no measurement; vector clocks 0.67 to 0.83 of the base clock (recalled), turbo above it"},
    {"sustained.fp32", {0, 0}, {0, 0}, 0.80, "peak.fp32", 1.50,
     "no measurement; vector clocks 0.67 to 0.83 of the base clock (recalled), turbo above it"},
    // Two-socket Haswell (E5-2698 v3 by its 32 cores), against 136.6 GB/s: triad 0.67 (BabelStream,
    // OpenMP), scale 0.73 (McCalpin STREAM). Applications (FluidX3D): 2x EPYC 9654 0.51, 2x Xeon
    // 8480+ 0.54, 2x Xeon 8153 0.41; kept inside the factor. No STREAM of newer CPUs was found.
    {"memory.copy_bandwidth", {0, 0}, {0, 0}, 0.66, "memory.bandwidth", 1.60,
     "two-socket Haswell 0.67 to 0.73 (STREAM); applications on newer CPUs 0.41 to 0.54"},
});
// clang-format on

// Rows of one key stand together, ascending and without overlap, so that "the first row that
// matches" is the only one.
constexpr bool well_formed(std::span<const DefaultRule> rules) {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const DefaultRule& rule = rules[i];
    if (!(rule.value > 0.0) || !(rule.factor >= 1.0) || rule.last < rule.first ||
        rule.source.empty()) {
      return false;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (rules[j].key != rule.key) continue;
      if (rules[i - 1].key != rule.key || !(rules[i - 1].last < rule.first)) return false;
      break;
    }
  }
  return true;
}

static_assert(well_formed(gpu_rules));
static_assert(well_formed(cpu_rules));

}  // namespace

std::span<const DefaultRule> gpu_default_rules() {
  return gpu_rules;
}
std::span<const DefaultRule> cpu_default_rules() {
  return cpu_rules;
}

}  // namespace gpumodel
