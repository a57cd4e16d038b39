// From facts about a machine to what it can do, without that machine.
#include "src/app/doctor/checks.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "src/view/doctor/json.hpp"
#include "src/view/doctor/page.hpp"

namespace gpumodel {
namespace {

GpuFacts h200() {
  GpuFacts gpu;
  gpu.device.name = "NVIDIA H200";
  gpu.device.compute_capability = "9.0";
  gpu.device.sms = 132;
  gpu.device.memory_bytes = 150.1e9;
  gpu.device.driver = "580.65.06";
  gpu.device.mig = false;
  gpu.other_processes = 0;
  gpu.device_file = "h200";
  gpu.matches = {{"sms.count", "132", "132", true}, {"l2.capacity", "62914560", "62914560", true}};
  return gpu;
}

// A machine that has everything.
MachineFacts complete() {
  MachineFacts facts;
  facts.cuda_version = 13000;
  facts.gpus = {h200(), h200()};
  facts.peer_pairs = 2;
  facts.nccl = "2.28.3";
  facts.has_nvml = true;
  facts.nvcc = ToolFacts{"/usr/local/cuda/bin/nvcc", "13.0.88"};
  facts.nvcc_targets = {{7, 5}, {8, 0}, {9, 0}, {12, 1}};
  facts.gxx = ToolFacts{"/usr/bin/g++", "12.2.0"};
  facts.has_offload = facts.has_offload_plugin = facts.has_openmp = true;
  facts.cupti = ToolFacts{"/usr/local/cuda/lib64/libcupti.so.13", "13"};
  facts.has_range_profiler = true;
  facts.admin_only = false;
  for (const char* name :
       {"gpumodel-run-cuda", "gpumodel-run-openacc", "gpumodel-run-host", "gpumodel-run-program",
        "gpumodel-calibrate-cuda", "gpumodel-calibrate-openacc", "gpumodel-calibrate-host",
        "gpumodel-describe"})
    facts.programs.push_back({name, std::string("/usr/libexec/gpumodel/") + name});
  return facts;
}

std::string text_of(const MachineFacts& facts) {
  std::ostringstream out;
  render_text(out, doctor_page(judged(facts)), false);
  return out.str();
}

bool has_hint(const DoctorCheck& check, const std::string& part) {
  for (const std::string& hint : check.hints) {
    if (hint.find(part) != std::string::npos) return true;
  }
  return false;
}

TEST(DoctorChecks, CompleteMachineLacksNothing) {
  const DoctorAnswer answer = judged(complete());
  for (const DoctorCheck& check : answer.checks) {
    EXPECT_EQ(check.state, CheckState::ok) << check.id << ": " << check.found;
    EXPECT_TRUE(check.hints.empty()) << check.id;
    EXPECT_FALSE(check.found.empty()) << check.id;
  }
  for (const Ability& ability : answer.abilities) EXPECT_TRUE(ability.can()) << ability.id;
  EXPECT_EQ(answer.check("driver").found, "580.65.06, runs CUDA 13.0");
  EXPECT_EQ(answer.check("device_file").found, "h200 agrees in 2 of 2 fields");
  const std::string text = text_of(complete());
  EXPECT_TRUE(text.starts_with("ready to measure on NVIDIA H200\n")) << text;
  EXPECT_NE(text.find("nothing is missing"), std::string::npos);
  EXPECT_EQ(text.find("cannot"), std::string::npos);
}

TEST(DoctorChecks, SeveralGpusNeedPeersAndNccl) {
  MachineFacts facts = complete();
  EXPECT_EQ(judged(facts).check("peers").found, "2 of 2 directions between 2 GPUs");
  EXPECT_EQ(judged(facts).check("nccl").found, "2.28.3");
  facts.peer_pairs = 0;
  facts.nccl.reset();
  EXPECT_EQ(judged(facts).check("peers").state, CheckState::warning);
  EXPECT_EQ(judged(facts).check("nccl").state, CheckState::missing);
  facts.gpus.pop_back();
  EXPECT_EQ(judged(facts).check("peers").state, CheckState::unknown);
  EXPECT_EQ(judged(facts).check("nccl").state, CheckState::unknown);
  EXPECT_TRUE(judged(facts).check("nccl").hints.empty());
}

TEST(DoctorChecks, NothingInstalledStillPredicts) {
  const DoctorAnswer answer = judged({});
  EXPECT_TRUE(answer.ability("predict").can());
  for (const char* id : {"measure_cuda", "measure_openacc", "measure_host", "counters",
                         "calibrate_gpu", "calibrate_host", "describe"})
    EXPECT_FALSE(answer.ability(id).can()) << id;
  EXPECT_EQ(answer.check("device_file").state, CheckState::unknown);
  EXPECT_EQ(answer.check("counters").state, CheckState::unknown);
  for (const DoctorCheck& check : answer.checks) EXPECT_NE(check.state, CheckState::ok) << check.id;
}

TEST(DoctorChecks, EveryPageFitsTheTerminal) {
  MachineFacts worst;
  worst.driver_why_not = "libcuda.so.1: " + std::string(300, 'x');
  worst.nvml_why_not = std::string(300, 'y');
  worst.cupti_why_not = std::string(300, 'z');
  MachineFacts unknown_gpu = complete();
  unknown_gpu.gpus[0].device_file.clear();
  unknown_gpu.gpus[0].device.name = "NVIDIA Unknown 9090 Super Laptop GPU";
  for (const MachineFacts& facts : {MachineFacts{}, worst, complete(), unknown_gpu}) {
    std::istringstream lines(text_of(facts));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST(DoctorPage, SaysFirstWhatKeepsAGpuFromMeasuring) {
  MachineFacts facts = complete();
  facts.programs[0].path.reset();
  EXPECT_TRUE(
      text_of(facts).starts_with("a GPU is there, but CUDA runner: no gpumodel-run-cuda\n"));
  EXPECT_TRUE(text_of({}).starts_with("no GPU to measure on\n"));
}

TEST(DoctorChecks, DriverOlderThanTheToolkit) {
  MachineFacts facts = complete();
  facts.cuda_version = 12080;
  const DoctorCheck check = check_nvcc(facts);
  EXPECT_EQ(check.state, CheckState::warning);
  EXPECT_TRUE(has_hint(check, "the driver runs CUDA 12 at most"));
  facts.nvcc->version = "12.9.41";  // newer, but of the same major version
  EXPECT_EQ(check_nvcc(facts).state, CheckState::ok);
}

TEST(DoctorChecks, GpuThatTheToolkitDoesNotCompileFor) {
  MachineFacts facts = complete();
  facts.gpus[0].device.name = "Tesla V100-SXM2-16GB";
  facts.gpus[0].device.compute_capability = "7.0";
  EXPECT_TRUE(has_hint(check_nvcc(facts), "older than what this nvcc compiles for"));
  facts.gpus[0].device.compute_capability = "13.0";
  EXPECT_TRUE(has_hint(check_nvcc(facts), "install a newer toolkit"));
  facts.nvcc_targets.clear();
  EXPECT_EQ(check_nvcc(facts).state, CheckState::ok);
}

TEST(DoctorChecks, CountersPermittedToWhom) {
  MachineFacts facts = complete();
  facts.admin_only = true;
  DoctorAnswer answer = judged(facts);
  EXPECT_EQ(answer.check("counters").state, CheckState::missing);
  EXPECT_FALSE(answer.ability("counters").can());
  EXPECT_EQ(answer.ability("counters").lacks->id, "counters");
  EXPECT_TRUE(answer.ability("measure_cuda").can());
  facts.is_administrator = true;
  EXPECT_TRUE(judged(facts).ability("counters").can());
  facts.admin_only.reset();  // not told: nothing forbids to try
  EXPECT_TRUE(judged(facts).ability("counters").can());
}

TEST(DoctorChecks, OldCuptiHasNoRangeProfiler) {
  MachineFacts facts = complete();
  facts.cupti->version = "12";
  facts.has_range_profiler = false;
  EXPECT_EQ(check_cupti(facts).state, CheckState::missing);
  EXPECT_EQ(judged(facts).ability("counters").lacks->id, "cupti");
}

TEST(DoctorChecks, BusyAndSharedGpus) {
  MachineFacts facts = complete();
  facts.gpus[0].other_processes = 2;
  EXPECT_TRUE(has_hint(check_gpus(facts), "other processes compute on it"));
  facts.gpus[0].device.mig = true;
  EXPECT_TRUE(has_hint(check_gpus(facts), "MIG is on"));
  EXPECT_EQ(check_gpus(facts).state, CheckState::warning);
  EXPECT_TRUE(judged(facts).ability("measure_cuda").can());
}

TEST(DoctorChecks, DeviceFileThatDiffers) {
  MachineFacts facts = complete();
  facts.gpus[0].matches[1] = {"l2.capacity", "62914560", "52428800", false};
  const DoctorCheck check = check_device_files(facts);
  EXPECT_EQ(check.state, CheckState::warning);
  EXPECT_EQ(check.found, "h200 agrees in 1 of 2 fields");
  EXPECT_TRUE(has_hint(check, "l2.capacity 62914560 (the GPU has 52428800)"));
  facts.gpus[0].device_file.clear();
  EXPECT_EQ(check_device_files(facts).state, CheckState::missing);
}

TEST(DoctorChecks, DriverThatDoesNotStart) {
  MachineFacts facts = complete();
  facts.gpus.clear();
  facts.driver_why_not = "no CUDA-capable device is detected";
  const DoctorAnswer answer = judged(facts);
  EXPECT_EQ(answer.check("driver").found, "no CUDA-capable device is detected");
  EXPECT_EQ(answer.ability("measure_cuda").why_not(),
            "CUDA driver: no CUDA-capable device is detected");
  EXPECT_TRUE(answer.ability("measure_host").can());
}

TEST(DoctorChecks, OpenAccCompilers) {
  MachineFacts facts = complete();
  facts.has_offload = false;
  facts.has_offload_plugin = false;
  EXPECT_TRUE(has_hint(check_openacc(facts), "gcc-12-offload-nvptx"));
  facts.has_offload = true;
  EXPECT_TRUE(has_hint(check_openacc(facts), "libgomp-plugin-nvptx1"));
  facts.nvcxx = ToolFacts{"/opt/nvhpc/bin/nvc++", ""};
  EXPECT_EQ(check_openacc(facts).found, "nvc++");
  facts.nvcxx.reset();
  facts.gxx.reset();
  facts.has_openmp = false;
  EXPECT_EQ(check_openacc(facts).state, CheckState::missing);
  EXPECT_EQ(check_openmp(facts).found, "no g++ on PATH");
}

TEST(DoctorChecks, SilentOrStrangeNvcc) {
  MachineFacts facts = complete();
  facts.nvcc->version.clear();
  EXPECT_EQ(check_nvcc(facts).state, CheckState::warning);
  facts.nvcc->version = "99999999999999999999";
  EXPECT_EQ(check_nvcc(facts).state, CheckState::ok);  // no number to compare
}

TEST(DoctorJson, SaysTheSameAsThePage) {
  MachineFacts facts = complete();
  facts.programs[0].path.reset();
  const Json document = doctor_document().write(judged(facts), {}, 0);
  EXPECT_EQ(document["gpus"][0]["device_file"], "h200");
  EXPECT_EQ(document["driver_runs_cuda"], "13.0");
  EXPECT_EQ(document["nvcc_targets"].back(), "12.1");
  EXPECT_TRUE(document["programs"][0]["path"].is_null());
  for (const Json& ability : document["abilities"])
    EXPECT_EQ(ability["can"].get<bool>(), ability["why_not"].is_null()) << ability;
  EXPECT_EQ(document["exit_code"], 0);
}

}  // namespace
}  // namespace gpumodel
