# Tests and benchmarks see their own headers as "tests/...", and of the program only the layers they
# link.
include_guard(GLOBAL)
add_library(gpumodel_test_headers INTERFACE)
set(view ${PROJECT_BINARY_DIR}/include/gpumodel_tests)
file(MAKE_DIRECTORY ${view})
file(CREATE_LINK ${CMAKE_CURRENT_LIST_DIR} ${view}/tests SYMBOLIC)
target_include_directories(gpumodel_test_headers INTERFACE ${view})
target_compile_options(gpumodel_test_headers INTERFACE ${bogus_warnings})
