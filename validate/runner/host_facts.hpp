// The host a measurement ran on.
#pragma once

#include <nlohmann/json.hpp>

namespace gpumodel {

// {cpu, cores, system} as in a record's environment.
nlohmann::ordered_json host_facts();
// Today, UTC: 2026-11-21.
std::string today();
// Bytes of the largest cache of the first processor; 32 MiB where the system does not say.
std::size_t last_level_cache_bytes();
// Bytes of memory that a program can still have.
std::size_t free_host_bytes();

}  // namespace gpumodel
