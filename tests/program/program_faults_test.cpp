// What cannot be meant: races, data that is nowhere, devices and streams that are not there.
#include <gtest/gtest.h>

#include "tests/program/toy_program.hpp"

namespace gpumodel {
namespace {

using toy::Bench;
using Ids = std::vector<std::string>;

std::string two_streams(const std::string& steps) {
  return "program: toy\nparameters: {N: 1024}\nstreams: 2\nbuffers:\n"
         "  x: {type: f32, shape: [N]}\n  y: {type: f32, shape: [N]}\nsteps:\n" +
         steps;
}

const std::string send_x = "  - {to_device: x, stream: 0, name: x}\n";
const std::string send_y = "  - {to_device: y, stream: 0, name: y}\n";
const std::string launch_saxpy = "  - {kernel: saxpy, with: {N: N}, stream: 1";

TEST(Faults, AKernelInAnotherStreamRacesWithTheCopyItNeeds) {
  EXPECT_EQ(Bench().faults(two_streams(send_x + send_y + launch_saxpy + "}\n")), Ids{"data-race"});
  EXPECT_EQ(Bench().faults(two_streams(send_x + send_y + launch_saxpy + ", after: y}\n")), Ids{});
  EXPECT_EQ(
      Bench().faults(two_streams(send_x + send_y + "  - synchronise: 0\n" + launch_saxpy + "}\n")),
      Ids{});
}

TEST(Faults, TwoWritersWithoutOrder) {
  const std::string both = "  - {to_device: x, stream: 0}\n  - {to_device: x, stream: 1}\n";
  EXPECT_EQ(Bench().faults(two_streams(both)), Ids{"data-race"});
}

// Each iteration reads what the one before writes in another stream.
TEST(Faults, RacesBetweenIterations) {
  const std::string loop =
      "  - {to_device: x, stream: 0}\n  - {to_device: y, stream: 0}\n  - synchronise: all\n"
      "  - repeat: 10\n    steps:\n"
      "      - {kernel: saxpy, with: {N: N}, stream: iteration % 2}\n";
  EXPECT_EQ(Bench().faults(two_streams(loop)), Ids{"data-race"});
}

TEST(Faults, ChunksOfOneBufferDoNotRace) {
  const std::string chunks =
      "  - chunks: 16\n    of: N\n    split: [x, y]\n    steps:\n"
      "      - {to_device: x, stream: chunk % 2}\n      - {to_device: y, stream: chunk % 2}\n"
      "      - {kernel: saxpy, with: {N: size}, stream: chunk % 2}\n"
      "      - {to_host: y, stream: chunk % 2}\n";
  EXPECT_EQ(Bench().faults(two_streams(chunks)), Ids{});
  std::string whole = chunks;
  whole.replace(whole.find("[x, y]"), 6, "[x]");  // now every chunk writes all of y
  EXPECT_EQ(Bench().faults(two_streams(whole)).front(), "data-race");
}

TEST(Faults, DataThatWasNeverSent) {
  EXPECT_EQ(Bench().faults(two_streams(send_x + "  - {kernel: saxpy, with: {N: N}, stream: 0}\n")),
            Ids{"data-never-sent"});
  EXPECT_EQ(Bench().faults(two_streams("  - {to_host: x, stream: 0}\n")), Ids{"data-never-sent"});
}

TEST(Faults, WhatIsNotThere) {
  EXPECT_EQ(Bench().faults(two_streams("  - {to_device: x, stream: 2}\n")), Ids{"stream-unknown"});
  EXPECT_EQ(Bench().faults(two_streams("  - {to_device: x, device: 1}\n")), Ids{"device-missing"});
  EXPECT_EQ(Bench().faults(two_streams("  - {to_device: z}\n")), Ids{"name-unknown"});
  Bench apart;
  apart.devices = 2;
  apart.linked = false;
  EXPECT_EQ(apart.faults(two_streams(send_x + "  - {peer: x, from: 0, to: 1, stream: 0}\n")),
            Ids{"link-missing"});
}

TEST(Faults, MoreChunksThanElements) {
  const std::string chunks =
      "  - chunks: 2000\n    of: N\n    split: x\n    steps: [{to_device: x, stream: 0}]\n";
  EXPECT_EQ(Bench().faults(two_streams(chunks)), Ids{"chunks-too-many"});
}

TEST(Faults, StepsThatWaitForEachOther) {
  const std::string cycle =
      "  - {to_device: x, stream: 0, name: a, after: b}\n"
      "  - {to_device: y, stream: 1, name: b, after: a}\n";
  EXPECT_EQ(Bench().faults(two_streams(cycle)), Ids{"dependence-cycle"});
}

TEST(Faults, ManyAtOnce) {
  const std::string steps =
      "  - {to_host: x, stream: 0}\n  - {to_device: y, stream: 7}\n"
      "  - {to_device: x, stream: 0}\n  - {to_device: x, stream: 1}\n";
  EXPECT_EQ(Bench().faults(two_streams(steps)),
            (Ids{"data-never-sent", "stream-unknown", "data-race"}));
}

TEST(Faults, ALoopThatNeverEnds) {
  const std::string loop = "  - repeat: 10000000\n    steps: [{to_device: x, stream: 0}]\n";
  const ProgramFile file = Bench::read(two_streams(loop));
  const std::vector<Number> values = evaluate_program_parameters(file.program, {});
  KernelCosts costs(*find_model("roofline"), nullptr);
  Bench bench;
  EXPECT_THROW(expand(file.program, values, bench.machine(), costs), ProgramFaults);
}

}  // namespace
}  // namespace gpumodel
