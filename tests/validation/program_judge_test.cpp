// Measured programs against predictions: verdicts, sets, sweeps over chunk counts, bars.
#include "models/validation/program_judge.hpp"

#include <gtest/gtest.h>

#include "models/validation/program_bars.hpp"
#include "src/io/record/read_bars.hpp"
#include "src/view/validate/bars_yaml.hpp"
#include "tests/validation/point_builder.hpp"

namespace gpumodel::test {
namespace {

ProgramPoint point_of(double measured_s, std::optional<std::int64_t> chunks = {}) {
  ProgramPoint point;
  point.set = "pipelines";
  point.program = "pipeline";
  point.parameters = {{"N", Number::integer(1024)}};
  point.chunks = chunks;
  point.time = timing(measured_s);
  return point;
}

JudgedProgram judged_program(double predicted_s, double measured_s,
                             std::optional<std::int64_t> chunks = {}) {
  return judge(point_of(measured_s, chunks),
               {predicted_s, 0.9 * predicted_s, 1.1 * predicted_s, 2.0 * predicted_s, {}}, 0.1);
}

TEST(JudgedProgram, ErrorsAndVerdicts) {
  const JudgedProgram slow = judged_program(1.2e-3, 1e-3);
  EXPECT_NEAR(*slow.relative_error(), 0.2, 1e-12);
  EXPECT_NEAR(*slow.textbook_error(), 1.4, 1e-12);
  EXPECT_EQ(slow.verdict, PointVerdict::outside);
  EXPECT_EQ(judged_program(1.05e-3, 1e-3).verdict, PointVerdict::ok);

  ProgramPoint noisy = point_of(1e-3);
  noisy.time = timing(1e-3, 0.2);
  EXPECT_EQ(judge(noisy, {1e-3, 1e-3, 1e-3, {}, {}}, 0.1).verdict, PointVerdict::inconclusive);
  EXPECT_EQ(judge(point_of(1e-3), {{}, 0, 0, {}, "no file"}, 0.1).verdict,
            PointVerdict::not_predicted);

  ProgramPoint failed = point_of(1e-3);
  failed.time.reset();
  failed.status = PointStatus::failed;
  const JudgedProgram without = judge(failed, {1e-3, 1e-3, 1e-3, {}, {}}, 0.1);
  EXPECT_EQ(without.verdict, PointVerdict::failed);
  EXPECT_FALSE(without.relative_error());
}

TEST(JudgedProgram, SetsKeepTheirOrderAndTheirWorst) {
  std::vector<JudgedProgram> points = {judged_program(1.1e-3, 1e-3), judged_program(2e-3, 1e-3),
                                       judged_program(0.7e-3, 1e-3)};
  points[2].point.set = "jacobi";
  const std::vector<ProgramSetRow> rows = rows_by_set(points);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].set, "pipelines");
  EXPECT_EQ(rows[0].errors.n, 2U);
  EXPECT_NEAR(rows[0].errors.mape, 0.55, 1e-12);
  EXPECT_EQ(rows[0].worst, 1U);
  EXPECT_EQ(rows[1].worst, 2U);
  EXPECT_NEAR(rows[1].textbook.mape, 0.4, 1e-12);
}

// The prediction has its minimum at 4, the machine at 8.
TEST(ChunkSweep, WhatFollowingThePredictionCosts) {
  const std::vector<JudgedProgram> points = {
      judged_program(4e-3, 4.1e-3, 1), judged_program(2e-3, 2.2e-3, 4),
      judged_program(2.1e-3, 2e-3, 8), judged_program(3e-3, 3e-3, 64)};
  const std::vector<ChunkSweep> sweeps = chunk_sweeps(points);
  ASSERT_EQ(sweeps.size(), 1U);
  EXPECT_EQ(sweeps[0].points, 4U);
  EXPECT_EQ(sweeps[0].best_measured, 8);
  EXPECT_EQ(sweeps[0].best_predicted, 4);
  EXPECT_NEAR(sweeps[0].loss(), 0.1, 1e-12);
}

TEST(ChunkSweep, IsOfOneProgramAtOneSize) {
  std::vector<JudgedProgram> points = {judged_program(4e-3, 4e-3, 1), judged_program(2e-3, 2e-3, 2),
                                       judged_program(3e-3, 3e-3, 4)};
  EXPECT_EQ(chunk_sweeps(points).size(), 1U);
  points[2].point.streams = 3;
  EXPECT_TRUE(chunk_sweeps(points).empty());  // two points are no sweep
  points[2] = judged_program(3e-3, 3e-3, 4);
  points[2].run = 1;
  EXPECT_TRUE(chunk_sweeps(points).empty());  // nor are those of two machines
}

TEST(ProgramBars, WhatIsWrittenNowIsHeldNow) {
  std::vector<JudgedProgram> points = {judged_program(4e-3, 4.1e-3, 1),
                                       judged_program(2e-3, 2.2e-3, 4),
                                       judged_program(2.1e-3, 2e-3, 8), judged_program(3e-3, 3e-3)};
  const Model& model = default_model();
  const std::vector<Bar> written = program_bars_of(points, model);
  const std::string text = bars_text(written, "gpumodel validate --programs");
  const std::vector<Bar> read = read_program_bars(make_text_file(text, "bars.yaml"));
  ASSERT_EQ(read.size(), written.size());
  EXPECT_EQ(read.size(), 18U);  // all, and the set
  for (const BarResult& result : judged_program_bars(read, points, model)) {
    EXPECT_TRUE(result.held) << result.bar.set << " " << result.bar.quantity;
  }
  points[1] = judged_program(1.5e-3, 3e-3, 4);  // a larger error, and a larger loss
  std::size_t lost = 0;
  for (const BarResult& result : judged_program_bars(read, points, model)) {
    if (result.bar.quantity == "mape" || result.bar.quantity == "max_sweep_loss")
      lost += !result.held;
  }
  EXPECT_EQ(lost, 4U);
}

TEST(ProgramBars, UnknownNames) {
  const auto read = [](const std::string& text) {
    return read_program_bars(make_text_file(text, "bars.yaml"));
  };
  EXPECT_THROW(read("bars: {counters: {all: {n: 1}}}"), InputError);
  EXPECT_THROW(read("bars: {roofline: {all: {max_sweep_los: 1}}}"), InputError);
  EXPECT_EQ(read("bars: {roofline: {any-set: {max_sweep_loss: 1}}}").size(), 1U);
}

}  // namespace
}  // namespace gpumodel::test
