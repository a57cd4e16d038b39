# Turns models/hardware/usual_values/*.yaml into the tables behind `gpu_default_rules()` and
# `cpu_default_rules()`. It reads as much of YAML as these files use, and refuses the rest:
#
#   l2.latency:
#     - {for: 8.6 to 8.9, value: 240 cycle, factor: 1.3, source: "..."}    or `value: 0.9, of: key`
#   throughput.int_add, int_mul:
#
# Keys of one group may share rows. `for` is left out for CPUs; `source` may stand on a line of its
# own.
set(unit_ "" Count)
set(unit_cycle "" Cycles)
set(unit_us e-6 Seconds)
set(unit_ns e-9 Seconds)
set(unit_GB/s e9 BytesPerSecond)
set(unit_B/cycle "" BytesPerCycle)

function(gpumodel_read_usual_values out file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(REGEX REPLACE "(^|\n)#[^\n]*" "\\1" text "${text}")
  string(REGEX REPLACE "\n +source:" " source:" text "${text}")
  string(REPLACE ";" "<semicolon>" text "${text}")
  string(REPLACE "\n" ";" lines "${text}")
  set(keys "")
  set(rows "")
  foreach(line IN LISTS lines)
    if(line STREQUAL "")
      continue()
    elseif(line MATCHES "^([a-z0-9_]+\\.)([a-z0-9_, ]+):$")
      set(group ${CMAKE_MATCH_1})
      string(REPLACE ", " ";" keys "${CMAKE_MATCH_2}")
      list(TRANSFORM keys PREPEND ${group})
      continue()
    endif()
    set(read FALSE)
    if(line MATCHES "^  - {(for: [^,]*, )?value: ([0-9.]+) ?([A-Za-z/]*)(, of: ([a-z0-9_.]+))?, factor: ([0-9.]+), source: \"([^\"]+)\"}$")
      set(capabilities "${CMAKE_MATCH_1}")
      set(value ${CMAKE_MATCH_2})
      set(unit "${CMAKE_MATCH_3}")
      set(tail "\"${CMAKE_MATCH_5}\", ${CMAKE_MATCH_6}, \"${CMAKE_MATCH_7}\"")
      if(capabilities MATCHES "^for: ([0-9]+)\\.([0-9]+) to ([0-9]+)\\.([0-9]+), $")
        set(read TRUE)
        set(span "{${CMAKE_MATCH_1}, ${CMAKE_MATCH_2}}, {${CMAKE_MATCH_3}, ${CMAKE_MATCH_4}}")
      elseif(capabilities MATCHES "^(for: ([0-9]+)\\.([0-9]+), )?$")
        set(read TRUE)
        set(span "{${CMAKE_MATCH_2}}, {${CMAKE_MATCH_2}}")
        if(capabilities)
          set(span "{${CMAKE_MATCH_2}, ${CMAKE_MATCH_3}}, {${CMAKE_MATCH_2}, ${CMAKE_MATCH_3}}")
        endif()
      endif()
    endif()
    if(NOT read OR keys STREQUAL "" OR NOT DEFINED unit_${unit})
      message(FATAL_ERROR "${file}: cannot read\n${line}\n"
        "expected - {for: 8.6 to 8.9, value: 2.5 us, factor: 1.2, source: \"...\"}")
    endif()
    list(GET unit_${unit} 0 power)
    list(GET unit_${unit} 1 quantity)
    foreach(key IN LISTS keys)
      string(APPEND rows
             "    {\"${key}\", ${span}, ${value}${power}, ${quantity}::dim, ${tail}},\n")
    endforeach()
  endforeach()
  string(REPLACE "<semicolon>" ";" rows "${rows}")
  set(${out} "${rows}" PARENT_SCOPE)
endfunction()

function(gpumodel_embed_usual_values out)
  set(folder ${PROJECT_SOURCE_DIR}/models/hardware/usual_values)
  gpumodel_read_usual_values(gpu ${folder}/gpu.yaml)
  gpumodel_read_usual_values(cpu ${folder}/cpu.yaml)
  set(source ${PROJECT_BINARY_DIR}/generated/usual_values.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// Generated from models/hardware/usual_values by cmake/usual_values.cmake.
#include <array>

#include \"models/hardware/derive.hpp\"

namespace gpumodel {

std::span<const DefaultRule> gpu_default_rules() {
  static constexpr auto table = std::to_array<DefaultRule>({
@gpu@  });
  return table;
}

std::span<const DefaultRule> cpu_default_rules() {
  static constexpr auto table = std::to_array<DefaultRule>({
@cpu@  });
  return table;
}

}  // namespace gpumodel
")
  set(${out} ${source} PARENT_SCOPE)
endfunction()
