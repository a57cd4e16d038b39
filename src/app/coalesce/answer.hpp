// The result of `coalesce`: what the accesses of one warp touch, move and cost. All views render
// it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/access/global_access.hpp"
#include "models/access/shared_access.hpp"
#include "models/access/struct_layout.hpp"
#include "models/access/warp_coordinates.hpp"
#include "models/kernel/kernel.hpp"
#include "src/app/common/target.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

constexpr std::string_view space_name(MemorySpace space) {
  return space == MemorySpace::shared     ? "shared"
         : space == MemorySpace::constant ? "constant"
                                          : "global";
}

// One instruction of the warp. Of a kernel, its first execution; no lane is active where the warp
// does not execute it.
struct CoalesceAccess {
  std::string name;              // as the user wrote it: "racks[tid].widthA"
  std::string_view op = "load";  // "store", "atomic", "reduction"
  bool store = false;            // everything but loads
  MemorySpace space = MemorySpace::global;
  LoadPath path = LoadPath::usual;
  // Where the array starts: far from all others, so that unions never mix arrays.
  std::int64_t origin = 0;
  WarpLanes lanes;
  GlobalAccess global;                 // not for shared memory
  SharedAccess shared;                 // only for shared memory
  std::optional<WarpLanes> own_array;  // a member of a structure, were it an array of its own

  std::int64_t offset(int lane) const {
    return lanes.address[static_cast<std::size_t>(lane)] - origin;
  }
};

// The union of several accesses.
struct CoalesceSum {
  int accesses = 0;
  int requested_bytes = 0;
  Touched touched;
  std::optional<int> wavefronts;  // summed: every instruction passes the data path
};

// A hypothetical access of the same element size.
struct StrideRow {
  int stride = 1;           // elements
  int offset_elements = 0;  // of the base
  GlobalAccess global;
  SharedAccess shared;
};

struct CoalesceAnswer {
  std::optional<InputFile> kernel_file;  // nothing: accesses were given as expressions
  std::string title;                     // in front of the headline of pictures; may be empty
  std::optional<InputFile> device_file;
  std::string device;  // empty: only a compute capability was given
  bool default_device = false;
  ComputeCapability capability;
  const MemoryRules* rules = nullptr;
  LoadPath path = LoadPath::usual;
  bool in_shared_memory = false;
  WarpPlace place;
  std::string where;  // the guard; empty: none
  std::int64_t base = 0;
  std::vector<std::int64_t> shape;
  // As given; empty: not given.
  std::vector<std::string> expressions;
  std::string element, fields, stores;
  std::string struct_text;  // empty: no structure
  StructLayout layout;
  std::vector<std::pair<std::string, Number>> parameters;

  std::vector<CoalesceAccess> accesses;
  std::optional<Padding> padding;  // shared memory with a shape
  std::vector<Diagnostic> warnings;

  bool single() const { return accesses.size() == 1; }
};

// Throws InputError for a capability that does not exist.
void set_target(const Target& target, CoalesceAnswer& answer);

// What all accesses, the loads or the stores touch together: those to shared memory if the answer
// is about that, else those to global memory.
enum class Which { all, loads, stores };
CoalesceSum sum_of(const CoalesceAnswer& answer, Which which);
// The same if every member were an array of its own. Only if all accesses have own_array.
std::optional<CoalesceSum> sum_of_own_arrays(const CoalesceAnswer& answer, Which which);

// Loads and stores together: what moves between the SM and L2, lines of loads plus lines of stores.
struct Transfer {
  int lines = 0, sectors = 0;
};
Transfer transfer(const CoalesceAnswer& answer);
std::optional<Transfer> transfer_of_own_arrays(const CoalesceAnswer& answer);

// Strides 1 to 32, and stride 1 off alignment by one element, for the first access's element size.
// Empty unless its addresses are linear in the lane, and for kernels.
std::vector<StrideRow> stride_table(const CoalesceAnswer& answer);

}  // namespace gpumodel
