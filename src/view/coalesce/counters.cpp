#include "src/view/coalesce/counters.hpp"

#include <fmt/format.h>

namespace gpumodel {

std::vector<std::string> counter_check_lines(bool shared, bool stores, const std::string& value) {
  const char* op = stores ? "st" : "ld";
  const char* pieces = shared ? "l1tex__data_pipe_lsu_wavefronts_mem_shared_op"
                              : "l1tex__t_sectors_pipe_lsu_mem_global_op";
  const char* requests =
      shared ? "smsp__inst_executed_op_shared" : "l1tex__t_requests_pipe_lsu_mem_global_op";
  return {fmt::format("counter check: {}_{}.sum /", pieces, op),
          fmt::format("  {}_{}.sum = {}", requests, op, value)};
}

}  // namespace gpumodel
