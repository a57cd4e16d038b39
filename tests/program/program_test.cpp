// What programs come to on the timeline, against times worked out by hand.
#include <gtest/gtest.h>

#include "tests/program/toy_program.hpp"

namespace gpumodel {
namespace {

using toy::Bench;
using toy::count;

// 5 MB take 1 us + 1 ms over the link of the toy.
constexpr const char* buffers =
    "program: toy\nbuffers:\n"
    "  x: {type: i8, shape: [5000000]}\n  y: {type: i8, shape: [5000000], starts_on: device}\n";
constexpr double copy_time = 1e-6 + 1e-3;

std::string program(const std::string& rest) {
  return std::string(buffers) + rest;
}

TEST(Program, CopiesWithoutAStreamComeOneAfterTheOther) {
  EXPECT_NEAR(Bench().time(program("steps:\n  - to_device: x\n  - to_host: y\n")), 2 * copy_time,
              1e-15);
}

TEST(Program, CopiesOfTwoStreamsOverlapWithTwoCopyEngines) {
  const std::string text = program(
      "streams: [in, out]\nsteps:\n  - {to_device: x, stream: in}\n  - {to_host: y, stream: "
      "out}\n");
  EXPECT_NEAR(Bench().time(text), copy_time, 1e-15);
  Bench one_engine;
  toy::set(one_engine.gpu.copy_engines, Count{1});
  EXPECT_NEAR(one_engine.time(text), 2 * copy_time, 1e-15);
}

TEST(Program, BothWaysAtOnceRunAtTheRatesMeasuredForThat) {
  Bench bench;
  toy::set(bench.gpu.machine.link.h2d_bidirectional, BytesPerSecond{4e9});
  toy::set(bench.gpu.machine.link.d2h_bidirectional, BytesPerSecond{4e9});
  const double both = bench.time(
      program("streams: 2\nsteps:\n  - {to_device: x, stream: 0}\n  - {to_host: y, stream: 1}\n"));
  EXPECT_NEAR(both, 1e-6 + 1e-3 * 5 / 4, 1e-15);
}

// 5 MB in 1 ms alone, 2 ms while as much goes the other way; no start beside it.
TEST(Program, PinnedCopiesTakeWhatTheirSizeDoes) {
  Bench bench;
  LinkParameters& link = bench.gpu.machine.link;
  const std::vector<CurvePoint> alone{{1e6, 4e9}, {5e6, 5e9}};
  toy::set(link.h2d_queued_by_size, alone);
  toy::set(link.d2h_queued_by_size, alone);
  toy::set(link.h2d_both_by_size, {{5e6, 2.5e9}});
  toy::set(link.d2h_both_by_size, {{5e6, 2.5e9}});
  EXPECT_NEAR(bench.time(program("steps:\n  - to_device: x\n")), 1e-3, 1e-15);
  const std::string both =
      "streams: 2\nsteps:\n  - {to_device: x, stream: 0}\n  - {to_host: y, stream: 1}\n";
  EXPECT_NEAR(bench.time(program(both)), 2e-3, 1e-15);
  // Below the first point as long as that: 1 MB in 250 us.
  const std::string small =
      "program: p\nbuffers:\n  x: {type: i8, shape: [8]}\nsteps:\n"
      "  - to_device: x\n";
  EXPECT_NEAR(bench.time(small), 250e-6, 1e-15);
}

// In turn 5 MB each way take 10 us more than among their like: half of it at each turn. At 1 MB 18
// us were seen, which larger ones do not need.
TEST(Program, ACopyWaitsBehindOneTheOtherWay) {
  Bench bench;
  LinkParameters& link = bench.gpu.machine.link;
  toy::set(link.h2d_queued_by_size, {{1e6, 5e9}, {5e6, 5e9}});
  toy::set(link.d2h_queued_by_size, {{1e6, 5e9}, {5e6, 5e9}});
  toy::set(link.turn_by_size, {{1e6, 1e6 / (400e-6 + 18e-6)}, {5e6, 5e6 / (2e-3 + 10e-6)}});
  const std::string turn =
      "streams: 1\nsteps:\n  - {to_device: x, stream: 0}\n  - {to_host: y, stream: 0}\n";
  EXPECT_NEAR(bench.time(program(turn)), 2e-3 + 5e-6, 1e-12);
  const std::string half =
      "program: p\nstreams: 1\nbuffers:\n  x: {type: i8, shape: [1000000]}\n"
      "  y: {type: i8, shape: [1000000], starts_on: device}\nsteps:\n"
      "  - {to_device: x, stream: 0}\n  - {to_host: y, stream: 0}\n";
  EXPECT_NEAR(bench.time(half), 400e-6 + 5e-6, 1e-12);
}

// 5 MB of pageable memory: the host is back after 1 ms, the copy is there after 2, and after 5
// where a copy from the device has written the memory.
TEST(Program, PageableCopiesArriveAfterTheHostIsBack) {
  Bench bench;
  LinkParameters& link = bench.gpu.machine.link;
  toy::set(link.h2d_pageable_by_size, {{1e6, 5e9}, {5e6, 5e9}});
  toy::set(link.d2h_pageable_by_size, {{1e6, 5e9}, {5e6, 5e9}});
  toy::set(link.h2d_pageable_end_by_size, {{5e6, 2.5e9}});
  toy::set(link.h2d_pageable_again_by_size, {{5e6, 1e9}});
  const std::string head =
      "program: p\nbuffers:\n  x: {type: i8, shape: [5000000], memory: pageable}\nsteps:\n";
  const std::string in = "  - to_device: x\n", out = "  - to_host: x\n";
  EXPECT_NEAR(bench.time(head + in), 1e-3, 1e-15);
  EXPECT_NEAR(bench.time(head + in + in), 3e-3, 1e-15);
  EXPECT_NEAR(bench.time(head + in + "  - synchronise: all\n"), 2e-3, 1e-15);
  // The run before has left x as the copy from the device wrote it; copied again, it is read anew.
  EXPECT_NEAR(bench.time(head + in + out), 5e-3 + 1e-3, 1e-15);
  EXPECT_NEAR(bench.time(head + in + in + out), 5e-3 + 2e-3 + 1e-3, 1e-15);
}

TEST(Program, TheDefaultStreamWaitsForOthersAndTheyForIt) {
  const std::string steps =
      "steps:\n  - {to_device: x, stream: 0}\n  - {to_host: y, stream: default, blocking: false}\n"
      "  - {to_device: x, stream: 1}\n";
  EXPECT_NEAR(Bench().time(program("streams: 2\n" + steps)), 3 * copy_time, 1e-15);
  EXPECT_NEAR(Bench().time(program("streams: 2\ndefault_stream: per_thread\n" + steps)),
              2 * copy_time, 1e-15);
}

TEST(Program, HostWorkWaitsOnlyForWhatHoldsTheHost) {
  const std::string work = "  - {host: work, time: 1 ms}\n";
  EXPECT_NEAR(Bench().time(program("streams: 1\nsteps:\n  - {to_device: x, stream: 0}\n" + work)),
              copy_time, 1e-15);
  EXPECT_NEAR(Bench().time(program("steps:\n  - {to_device: x}\n" + work)), copy_time + 1e-3,
              1e-15);
  EXPECT_NEAR(Bench().time(program("streams: 1\nsteps:\n  - {to_device: x, stream: 0}\n"
                                   "  - synchronise: 0\n" +
                                   work)),
              copy_time + 1e-3, 1e-15);
}

TEST(Program, AnEventOrdersTwoStreams) {
  const std::string text = program(
      "streams: 2\nsteps:\n  - {to_host: y, stream: 1, after: send}\n"
      "  - {to_device: x, stream: 0, name: send}\n");
  EXPECT_NEAR(Bench().time(text), 2 * copy_time, 1e-15);  // issued in the other order, too
}

TEST(Program, APipelineOfChunksTakesItsClosedForm) {
  const std::string chunks =
      "streams: 8\nsteps:\n  - chunks: 8\n    split: [x, y]\n    steps:\n"
      "      - {to_device: x, stream: chunk}\n      - {to_host: y, stream: chunk}\n";
  const double each = 1e-6 + 1e-3 / 8;
  EXPECT_NEAR(Bench().time(program(chunks)), 9 * each, 1e-12);
  Bench serial;
  serial.options.streams = 1;
  serial.options.chunks = 1;
  EXPECT_NEAR(serial.time(program(chunks)), 2 * copy_time, 1e-12);
}

TEST(Program, UnevenChunksKeepTheWhole) {
  const auto bytes = [](const char* of) {
    const Forecast f =
        Bench().run(program("streams: 1\nsteps:\n  - chunks: 7\n    of: " + std::string(of) +
                            "\n    split: x\n    steps:\n"
                            "      - {to_device: x, stream: 0}\n"));
    double sum = 0;
    for (const Activity& activity : f.timeline.activities) sum += activity.bytes;
    return sum;
  };
  EXPECT_NEAR(bytes("10"), 5e6, 1);
  EXPECT_NEAR(bytes("5000000"), 5e6, 1);
}

// Kernels of a profile: the second half weighs three times the first.
TEST(Program, WeightsOfChunksAverageToOne) {
  const auto kernels = [](const std::string& weights) {
    const Forecast f = Bench().run(
        "program: toy\nparameters: {N: 2^20}\nstreams: 1\nbuffers:\n"
        "  x: {type: f32, shape: [N], starts_on: device}\n"
        "  y: {type: f32, shape: [N], starts_on: device}\nsteps:\n"
        "  - chunks: 4\n    of: N\n    split: [x, y]\n" +
        weights + "    steps:\n      - {kernel: saxpy, with: {N: size}, stream: 0}\n");
    std::vector<double> times;
    for (std::size_t i = 0; i < f.times.size(); ++i) {
      if (f.timeline.activities[i].kind == ActivityKind::kernel) {
        times.push_back(f.timeline.schedule.tasks()[i].work);
      }
    }
    return times;
  };
  const std::vector<double> even = kernels("");
  for (const std::vector<double>& uneven :
       {kernels("    profile: [1, 3]\n"), kernels("    weight: 1 + 2 * (chunk >= 2)\n")}) {
    ASSERT_EQ(uneven.size(), 4U);
    EXPECT_NEAR(uneven[0], even[0] * 0.5, 1e-12);
    EXPECT_NEAR(uneven[3], even[3] * 1.5, 1e-12);
  }
}

TEST(Program, ADataRegionMovesWhatItSaysOnce) {
  const std::string head =
      "program: toy\nparameters: {N: 2^20}\napi: openacc\nbuffers:\n"
      "  x: {type: f32, shape: [N]}\n  y: {type: f32, shape: [N]}\nsteps:\n";
  const std::string kernel = "{kernel: saxpy, with: {N: N}, copyin: x, copy: y}\n";
  const Forecast bare = Bench().run(head + "  - repeat: 10\n    steps:\n      - " + kernel);
  EXPECT_EQ(count(bare, ActivityKind::to_device), 20);
  EXPECT_EQ(count(bare, ActivityKind::to_host), 10);
  const Forecast region = Bench().run(head +
                                      "  - data: {copyin: x, copy: y}\n    steps:\n"
                                      "      - repeat: 10\n        steps:\n          - " +
                                      kernel);
  EXPECT_EQ(count(region, ActivityKind::to_device), 2);
  EXPECT_EQ(count(region, ActivityKind::to_host), 1);
  EXPECT_EQ(count(region, ActivityKind::kernel), 10);
}

// n pieces through two buffers: the host moves one while the device copies the one before.
TEST(Program, StagedCopiesAreAPipelineOfTwoStages) {
  const auto time = [](const char* rate) {
    return Bench().time("program: toy\nstaging: {piece: 500 kB, rate: " + std::string(rate) +
                        "}\nbuffers:\n  x: {type: i8, shape: [5000000], memory: staged}\n"
                        "steps:\n  - to_device: x\n");
  };
  const double copy = 1e-6 + 1e-4;
  EXPECT_NEAR(time("1 GB/s"), 10 * 5e-4 + copy, 1e-12);   // the host is slower
  EXPECT_NEAR(time("50 GB/s"), 1e-5 + 10 * copy, 1e-12);  // the link is
}

TEST(Program, CreatingAQueueHoldsTheHostOnce) {
  const auto time = [](const char* stream) {
    return Bench().time(
        program("streams: {count: 4, creation: 5 ms}\nsteps:\n  - repeat: 4\n"
                "    steps:\n      - {to_device: x, stream: " +
                std::string(stream) + "}\n"));
  };
  EXPECT_NEAR(time("0"), 5e-3 + 4 * copy_time, 1e-12);
  EXPECT_NEAR(time("iteration"), 20e-3 + copy_time, 1e-12);
}

TEST(Program, AGraphIsLaunchedOnce) {
  Bench bench;
  toy::set(bench.gpu.machine.launch.queued, Seconds{3e-6});
  toy::set(bench.gpu.machine.launch.graph, Seconds{1e-6});
  toy::set(bench.gpu.machine.launch.back_to_back, Seconds{4e-6});
  const std::string head =
      "program: toy\nparameters: {N: 2}\nstreams: 1\nbuffers:\n"
      "  x: {type: f32, shape: [N], starts_on: device}\n"
      "  y: {type: f32, shape: [N], starts_on: device}\nsteps:\n";
  const std::string ten =
      "repeat: 10\n        steps:\n          - {kernel: saxpy, with: {N: N}, stream: 0}\n";
  const double body = bench.run(head + "  - {kernel: saxpy, with: {N: N}, stream: 0}\n").kernel_s;
  EXPECT_NEAR(bench.time(head + "  - graph: g\n    steps:\n      - " + ten),
              4e-6 + 10 * (1e-6 + body), 1e-12);
  EXPECT_NEAR(bench.time(head + "  - repeat: 1\n    steps:\n      - " + ten),
              10 * 4e-6 + 3e-6 + body, 1e-12);  // the host is slower than the device
}

TEST(Program, AllReduceInARingAndInATree) {
  const auto time = [](int devices, const char* algorithm) {
    Bench bench;
    bench.devices = devices;
    return bench.time(
        "program: toy\ndevices: 8\nbuffers:\n"
        "  g: {type: i8, shape: [8000000], starts_on: device}\nsteps:\n"
        "  - {all_reduce: g, algorithm: " +
        std::string(algorithm) + "}\n");
  };
  for (const int p : {2, 4, 5, 8}) {
    EXPECT_NEAR(time(p, "ring"), 2 * (p - 1) * (2e-6 + 8e6 / p / 10e9), 1e-12);
  }
  for (const auto& [p, rounds] : {std::pair{2, 1}, {4, 2}, {5, 3}, {8, 3}}) {
    EXPECT_NEAR(time(p, "tree"), 2 * rounds * (2e-6 + 8e6 / 10e9), 1e-12);
  }
}

// Each device sends to one neighbour and then to the other, and is never sent to by both: a port no
// wider than a link is wide enough.
TEST(Program, AHaloGoesBothWaysAtOnce) {
  Bench bench;
  const auto halo = [](const std::string& rest) {
    return "program: toy\ndevices: 2\nbuffers:\n  u: {type: i8, shape: [100], starts_on: device}\n"
           "steps:\n  - {halo: u, bytes: 1000000" +
           rest + "}\n";
  };
  const double once = 2e-6 + 1e-4;
  for (const int devices : {2, 4, 8}) {
    bench.devices = devices;
    bench.system.port = {};
    const double expected = devices == 2 ? once : 2 * once;
    for (const char* neighbours : {"", ", neighbours: ring"}) {
      EXPECT_NEAR(bench.time(halo(neighbours)), expected, 1e-15) << devices << neighbours;
    }
    toy::set(bench.system.port, BytesPerSecond{10e9});
    EXPECT_NEAR(bench.time(halo(", neighbours: ring")), expected, 1e-15) << devices;
  }
}

// Device 0 to all others at once, and device 3 to device 0.
TEST(Program, CopiesOfADeviceShareItsPort) {
  Bench bench;
  bench.devices = 4;
  std::string text =
      "program: toy\ndevices: 4\nstreams: 3\nbuffers:\n"
      "  u: {type: i8, shape: [1000000], starts_on: device}\n"
      "  v: {type: i8, shape: [1000000], starts_on: device}\n"
      "  w: {type: i8, shape: [1000000], starts_on: device}\n"
      "  x: {type: i8, shape: [1000000], starts_on: device}\nsteps:\n"
      "  - {peer: u, from: 0, to: 1, stream: 0}\n  - {peer: v, from: 0, to: 2, stream: 1}\n"
      "  - {peer: w, from: 0, to: 3, stream: 2}\n  - {peer: x, from: 3, to: 0, stream: 0}\n";
  EXPECT_NEAR(bench.time(text), 2e-6 + 1e-4, 1e-15) << "none is stated";
  double before = 1.0;
  for (const double port : {10e9, 12e9, 15e9, 20e9, 29e9, 30e9, 40e9}) {
    toy::set(bench.system.port, BytesPerSecond{port});
    const double now = bench.time(text);
    EXPECT_NEAR(now, 2e-6 + std::max(3e6 / port, 1e-4), 1e-12) << port;
    EXPECT_LE(now, before) << "more never hurts";
    before = now;
  }
}

TEST(Program, DevicesShareTheLinesOfTheHost) {
  Bench bench;
  bench.devices = 2;
  const std::string text = program(
      "devices: 2\nstreams: 1\nsteps:\n  - each: device\n    steps:\n"
      "      - {to_device: x, stream: 0}\n");
  EXPECT_NEAR(bench.time(text), copy_time, 1e-15);
  toy::set(bench.system.host_to_devices, {{1, 5e9}});
  EXPECT_NEAR(bench.time(text), 1e-6 + 2e-3, 1e-12);
  toy::set(bench.system.host_to_devices, {{1, 5e9}, {2, 8e9}, {4, 9e9}});
  EXPECT_NEAR(bench.time(text), 1e-6 + 2 * 5e6 / 8e9, 1e-12) << "what two of them get";
  toy::set(bench.system.host_to_devices, {{1, 5e9}, {2, 10e9}});
  EXPECT_NEAR(bench.time(text), copy_time, 1e-12) << "each at full speed";
}

// One device has what its own link gives, whatever several of them share.
TEST(Program, OneDeviceSharesNothing) {
  Bench bench;
  const std::string text = program("steps:\n  - {to_device: x}\n");
  const double before = bench.time(text);
  toy::set(bench.system.host_to_devices, {{1, 1e9}, {2, 1e9}});
  EXPECT_EQ(bench.time(text), before);
}

TEST(Program, ManagedPagesMoveWhenTouched) {
  const Forecast f = Bench().run(
      "program: toy\nparameters: {N: 2^20}\nmanaged: {page: 64 KiB, fault: 10 us}\nbuffers:\n"
      "  x: {type: f32, shape: [N], memory: managed}\n"
      "  y: {type: f32, shape: [N], memory: managed}\nsteps:\n"
      "  - {kernel: saxpy, with: {N: N}}\n  - {kernel: saxpy, with: {N: N}}\n"
      "  - synchronise: all\n  - {host: look, time: 0 s, reads: y}\n");
  EXPECT_EQ(count(f, ActivityKind::migration), 3);  // x and y there, y back
  EXPECT_NEAR(f.copy_s, 3 * (64 * 10e-6 + 4194304 / 5e9), 1e-12);
}

// A kernel alone with its transfers, in one chunk, is the offload of `predict`.
TEST(Program, OneStepInOneChunkIsTheOffload) {
  toy::Random random(7);
  for (int i = 0; i < 500; ++i) {
    toy::Case made = random.any_case();
    made.model = "roofline";
    made.with_host = false;
    const Program program = one_step_program(made.kernel);
    KernelCosts costs(*find_model("roofline"), nullptr);
    const Timeline timeline = expand(program, {}, {{&made.gpu}, nullptr}, costs);
    const Prediction p = made.predict();
    const double moved = makespan(simulate(timeline.schedule));
    EXPECT_NEAR(moved, p.time(p.offload).si, 1e-9 * moved);
  }
}

// In a program of OpenACC a kernel is a region: its launch is that of the compiler's run-time
// library, its blocks are those of its schedule. What gets there through host_data stays CUDA's.
TEST(Program, RegionsOfOpenAccHaveTheirOwnLaunchAndSchedule) {
  Bench bench;
  toy::set(bench.gpu.machine.launch.queued, Seconds{3e-6});
  toy::set(bench.gpu.machine.launch.openacc, Seconds{50e-6});
  const auto text = [](const std::string& more) {
    return "program: toy\nparameters: {N: 2^20}\nstreams: 1\nbuffers:\n"
           "  x: {type: f32, shape: [N], starts_on: device}\n"
           "  y: {type: f32, shape: [N], starts_on: device}\n"
           "steps:\n  - {kernel: saxpy, with: {N: N}, stream: 0" +
           more + "}\n";
  };
  const auto launch_and_body = [&](const std::string& more) {
    const Forecast f = bench.run(text(more));
    return std::pair(f.time_s - f.kernel_s, f.kernel_s);
  };
  const auto [cuda, cuda_body] = launch_and_body("");
  bench.options.openacc = true;
  const auto [region, region_body] = launch_and_body("");
  const auto [library, library_body] = launch_and_body(", code: cuda");
  EXPECT_NEAR(region - cuda, 47e-6, 1e-12);
  EXPECT_NEAR(library, cuda, 1e-15);
  EXPECT_NEAR(library_body, cuda_body, 1e-15);

  const ProgramFile file = Bench::read(text(""));
  KernelCosts costs(*find_model("roofline"), nullptr);
  const Kernel& saxpy = file.program.kernels.front();
  KernelCosts::Overrides sizes(saxpy.parameters.size());
  sizes[0] = Number::integer(1024);  // 4 blocks of 256 threads, or as many gangs as GCC likes
  const KernelCost blocks = costs.on_device(saxpy, sizes, bench.gpu, CacheStart::cold);
  const KernelCost gangs = costs.on_device(saxpy, sizes, bench.gpu, CacheStart::cold, true);
  EXPECT_TRUE(gangs.region && !blocks.region);
  EXPECT_NE(gangs.share, blocks.share);
}

// Two queues of OpenACC: what the host begins before the first region ends overlaps, afterwards the
// driver waits for an idle device before each region, copies of the other queue included.
TEST(Program, RegionsInQueuesWaitForCopiesOnceOneHasEnded) {
  Bench bench;
  toy::set(bench.gpu.machine.launch.openacc, Seconds{50e-6});
  const auto run = [&](int rounds, bool openacc) {
    bench.options.openacc = openacc;
    const std::string both =
        "      - {kernel: saxpy, with: {N: N}, stream: 0}\n      - {to_host: z, stream: 0}\n"
        "      - {kernel: saxpy, with: {N: N}, stream: 1}\n      - {to_host: z, stream: 1}\n";
    return bench.run(
        "program: toy\nparameters: {N: 2^24}\nstreams: 2\nbuffers:\n"
        "  x: {type: f32, shape: [N], starts_on: device}\n"
        "  y: {type: f32, shape: [N], starts_on: device}\n"
        "  z: {type: f32, shape: [N], starts_on: device, memory: pinned}\n"
        "steps:\n  - repeat: " +
        std::to_string(rounds) + "\n    steps:\n" + both);
  };
  for (const bool openacc : {false, true}) {
    const Forecast few = run(10, openacc), many = run(20, openacc);
    const double round = (many.time_s - few.time_s) / 10.0;
    const double kernel = many.kernel_s / 20.0, copy = many.copy_s / 20.0;  // of two
    if (openacc) {
      EXPECT_GE(round, kernel + copy);
    } else {
      EXPECT_LT(round, kernel + copy);
    }
  }
  const Forecast one = run(1, true);
  EXPECT_LT(one.time_s, one.kernel_s + one.copy_s + 2 * 50e-6);
}

// Small copies of 2 us behind each other; in turn with kernels of 1 us each pair takes 8 us: 2.5 us
// pass before each of the two.
TEST(Program, ACopyIsHandedOverBehindAKernel) {
  Bench bench;
  MachineParameters& machine = bench.gpu.machine;
  toy::set(machine.launch.issue, Seconds{1e-9});
  toy::set(machine.launch.queued_each, Seconds{1e-6});
  toy::set(machine.link.d2h_queued, Seconds{2e-6});
  toy::set(machine.link.d2h_issue, Seconds{1e-9});
  toy::set(machine.link.d2h_pair, Seconds{8e-6});
  const std::string head =
      "program: p\nparameters: {N: 1024}\nstreams: 1\nbuffers:\n"
      "  x: {type: f32, shape: [N], starts_on: device}\n"
      "  y: {type: f32, shape: [N], starts_on: device}\nsteps:\n";
  const std::string kernel = "  - {kernel: saxpy, with: {N: N}, stream: 0}\n";
  const std::string copy = "  - {to_host: y, stream: 0}\n";
  const double apart = bench.time(head + kernel) + bench.time(head + copy);
  EXPECT_NEAR(bench.time(head + kernel + copy), apart + 2.5e-6 - 1e-9, 1e-9);
  EXPECT_NEAR(bench.time(head + copy + kernel), apart + 2.5e-6 - 1e-9, 1e-9);
}

// Kernels of 10 us that fill the device, the last 2 us with room for others: a kernel of another
// stream begins then, one of the same stream at the end.
TEST(Program, LastBlocksLeaveRoomForOtherStreams) {
  Bench bench;
  const ProgramFile file = Bench::read(
      "program: p\nparameters: {N: 1024}\nstreams: 2\nbuffers:\n"
      "  x: {type: f32, shape: [N]}\nsteps:\n  - {to_device: x, stream: 0}\n");
  const Machine machine = bench.machine();
  const KernelCost cost{.body = exact(Seconds{10e-6}), .last_blocks = 0.2};
  const auto time = [&](int second_stream) {
    TimelineBuilder builder(file.program, machine, 2, Ceiling::sustained, Bound::expected);
    Order order;
    for (const int stream : {0, second_stream}) {
      order.stream = stream;
      builder.kernel(order, cost);
    }
    const Forecast f = forecast(builder.take(), false);
    EXPECT_EQ(count(f, ActivityKind::last_blocks), 2);
    EXPECT_NEAR(f.kernel_s, 20e-6, 1e-12);
    return f.time_s;
  };
  EXPECT_NEAR(time(0) - time(1), 2e-6, 1e-9);
}

Script script_of_text(const std::string& text) {
  Bench bench;
  const ProgramFile file = Bench::read(text);
  const std::vector<Number> values = evaluate_program_parameters(file.program, {});
  KernelCosts costs(*find_model("roofline"), nullptr);
  const Machine machine = bench.machine();
  return script_of(file.program, values, machine, costs);
}

// What a machine runs is what is on the timeline: parts that make up the buffer, numbers for
// formulas, events for what a step waits for.
TEST(Script, StatesEveryStepWithItsPart) {
  const Script script = script_of_text(
      "program: p\nparameters: {N: 1000}\nstreams: 2\nbuffers:\n"
      "  x: {type: f32, shape: [N]}\n  y: {type: f32, shape: [N], starts_on: device}\nsteps:\n"
      "  - chunks: 3\n    of: N\n    split: [x, y]\n    steps:\n"
      "      - {to_device: x, stream: chunk % 2, name: in}\n"
      "      - {kernel: saxpy, with: {N: size}, stream: chunk % 2}\n"
      "      - {to_host: y, stream: 0, after: [in]}\n"
      "  - synchronise: all\n");
  ASSERT_EQ(script.steps.size(), 10U);
  std::int64_t next = 0;
  for (std::size_t i = 0; i < 9; i += 3) {
    const ScriptStep& in = script.steps[i];
    const ScriptStep& kernel = script.steps[i + 1];
    const ScriptStep& out = script.steps[i + 2];
    EXPECT_EQ(in.kind, ScriptStep::Kind::to_device);
    ASSERT_EQ(in.parts.size(), 1U);
    EXPECT_EQ(in.parts[0].first_byte, next);
    next += in.parts[0].bytes;
    ASSERT_EQ(kernel.parameters.size(), 1U);
    EXPECT_EQ(4 * kernel.parameters[0].value.integer(), in.parts[0].bytes);
    EXPECT_EQ(kernel.parts.size(), 2U);
    EXPECT_EQ(out.after, std::vector<std::size_t>{i});
    EXPECT_EQ(out.stream, 0);
  }
  EXPECT_EQ(next, 4000);
  EXPECT_TRUE(script.steps.back().everything);
}

}  // namespace
}  // namespace gpumodel
