// The makers of all commands; table.cpp lists them.
#pragma once

#include <memory>

#include "src/cli/common/command.hpp"

namespace gpumodel {

std::unique_ptr<Command> make_predict();
std::unique_ptr<Command> make_overlap();
std::unique_ptr<Command> make_advise();
std::unique_ptr<Command> make_occupancy();
std::unique_ptr<Command> make_coalesce();
std::unique_ptr<Command> make_sweep();
std::unique_ptr<Command> make_merge();
std::unique_ptr<Command> make_tune();
std::unique_ptr<Command> make_roofline();
std::unique_ptr<Command> make_describe();
std::unique_ptr<Command> make_compare();
std::unique_ptr<Command> make_gate();
std::unique_ptr<Command> make_story();
std::unique_ptr<Command> make_learn();
std::unique_ptr<Command> make_validate();
std::unique_ptr<Command> make_calibrate();
std::unique_ptr<Command> make_devices();
std::unique_ptr<Command> make_kernels();
std::unique_ptr<Command> make_programs();
std::unique_ptr<Command> make_systems();
std::unique_ptr<Command> make_check();
std::unique_ptr<Command> make_doctor();
std::unique_ptr<Command> make_explain();
std::unique_ptr<Command> make_schema();
std::unique_ptr<Command> make_completion();
std::unique_ptr<Command> make_man();

}  // namespace gpumodel
