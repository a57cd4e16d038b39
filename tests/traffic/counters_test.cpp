// Against hardware counters: 12 kernels on an H200 (tests/data/counters_h200.csv).
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "models/analysis/traffic/cache_volumes.hpp"
#include "tests/traffic/caches.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel::test {
namespace {

struct Counted {
  double load_sectors, load_requests, store_sectors, store_requests, l2_sectors, dram_read,
      dram_write;
};

std::map<std::string, Counted> counters() {
  std::ifstream file(GPUMODEL_TEST_DATA "/counters_h200.csv");
  std::map<std::string, Counted> result;
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("#") || line.starts_with("kernel,")) continue;
    std::istringstream cells(line);
    std::string name, cell;
    std::getline(cells, name, ',');
    std::vector<double> values;
    while (std::getline(cells, cell, ',')) values.push_back(std::stod(cell));
    result[name] = {values[0], values[1], values[2], values[3], values[4], values[5], values[6]};
  }
  return result;
}

void expect_near(const char* what, double predicted, double counted, double tolerance) {
  EXPECT_NEAR(predicted / counted, 1.0, tolerance)
      << what << ": predicted " << predicted << ", counted " << counted;
}

void compare(const std::string& name, const ProgramBuilder& builder, const LaunchShape& shape,
             double resident_blocks) {
  SCOPED_TRACE(name);
  const MemoryRules& rules = *find_memory_rules({9, 0});
  const std::vector<Number> values = ProgramBuilder::values(shape);
  const PreparedProgram program = prepare(builder.kernel(), values, shape);
  const LaunchTraffic traffic = launch_traffic(program, rules);
  EXPECT_TRUE(traffic.approximations.empty());
  double requests[2] = {};
  double sectors[2] = {};
  for (std::size_t i = 0; i < program.accesses.size(); ++i) {
    const std::size_t kind = program.accesses[i].access->op == Access::Op::load ? 0 : 1;
    requests[kind] += traffic.accesses[i].requests;
    sectors[kind] += traffic.accesses[i].sectors;
  }
  const CacheFacts h200 = with_edges({.rules = &rules,
                                      .sms = 132,
                                      .resident_blocks = resident_blocks,
                                      .l1_bytes = 256.0 * 1024,
                                      .l2_bytes = 0.5 * 62914560});
  const CacheVolumes volumes = cache_volumes(traffic, h200);
  const Counted counted = counters().at(name);
  expect_near("load requests", requests[0], counted.load_requests, 0.01);
  expect_near("store requests", requests[1], counted.store_requests, 0.01);
  expect_near("load sectors", sectors[0], counted.load_sectors, 0.01);
  expect_near("store sectors", sectors[1], counted.store_sectors, 0.01);
  expect_near("L2 sectors", volumes.l2_sectors(), counted.l2_sectors, 0.10);
  // The counters' kernels were replayed: what one run left dirty, the next one wrote.
  expect_near("DRAM bytes",
              volumes.dram_read_bytes + volumes.dram_write_bytes + volumes.dirty_bytes,
              counted.dram_read + counted.dram_write, 0.05);
}

constexpr long counted_threads = 1 << 24;

TEST(Counters, RackAsArrayOfStructures) {
  ProgramBuilder builder;
  builder.array("rack", "f32", {counted_threads, 3});
  builder.body({builder.load("rack[global.x][0]"), builder.load("rack[global.x][1]"),
                builder.store("rack[global.x][2]")});
  compare("rack_aos", builder, {.block = {256, 1, 1}, .grid = {counted_threads / 256, 1, 1}}, 8);
}

TEST(Counters, StridedLoads) {
  for (const long stride : {1, 2, 4, 8, 16, 32}) {
    ProgramBuilder builder;
    builder.array("a", "f32", {counted_threads * stride});
    builder.array("b", "f32", {counted_threads});
    builder.body(
        {builder.load("a[global.x*" + std::to_string(stride) + "]"), builder.store("b[global.x]")});
    compare("stride" + std::to_string(stride), builder,
            {.block = {256, 1, 1}, .grid = {counted_threads / 256, 1, 1}}, 8);
  }
}

TEST(Counters, Triad) {
  ProgramBuilder builder;
  for (const char* name : {"a", "b", "c"}) builder.array(name, "f64", {counted_threads});
  builder.body(
      {builder.load("b[global.x]"), builder.load("c[global.x]"), builder.store("a[global.x]")});
  compare("triad", builder, {.block = {256, 1, 1}, .grid = {counted_threads / 256, 1, 1}}, 8);
}

TEST(Counters, JacobiBlockShapes) {
  constexpr long n = 8192;
  const std::pair<long, long> shapes[] = {{32, 1}, {32, 4}, {256, 1}, {16, 16}};
  for (const auto& [x, y] : shapes) {
    ProgramBuilder builder;
    builder.array("U", "f64", {n, n});
    builder.array("V", "f64", {n, n});
    const std::string u = "U[global.y";
    builder.body(
        {builder.when("global.x > 0 && global.x < 8191 && global.y > 0 && global.y < 8191",
                      {builder.load(u + "][global.x - 1]"), builder.load(u + "][global.x + 1]"),
                       builder.load(u + " - 1][global.x]"), builder.load(u + " + 1][global.x]"),
                       builder.store("V[global.y][global.x]")})});
    compare("jacobi" + std::to_string(x) + "x" + std::to_string(y), builder,
            {.block = {x, y, 1}, .grid = {n / x, n / y, 1}},
            static_cast<double>(std::min<long>(32, 2048 / (x * y))));
  }
}

}  // namespace
}  // namespace gpumodel::test
