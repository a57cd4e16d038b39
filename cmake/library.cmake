# libgpumodel: engine, readers, use cases and views without the command line, shared and static,
# from the objects of the layers; with what find_package(gpumodel) and pkg-config want to know.
include(CMakePackageConfigHelpers)

gpumodel_add_layer(gpumodel_api PATH src/api
  SOURCES
    api/check.cpp
    api/coalesce.cpp
    api/error.cpp
    api/library.cpp
    api/occupancy.cpp
    api/pages.cpp
    api/predict.cpp
    api/program.cpp
    api/value.cpp
  DEPENDS gpumodel_view
  USES nlohmann_json::nlohmann_json ${fmt_library})
gpumodel_compile_rooms_as_units(gpumodel_api)
target_include_directories(gpumodel_api PUBLIC ${PROJECT_SOURCE_DIR}/src/app/include)
target_compile_definitions(gpumodel_api PRIVATE GPUMODEL_VERSION="${PROJECT_VERSION}")
if(GPUMODEL_BUILD_TESTS)
  target_compile_options(gpumodel_api PRIVATE -g2)  # tests/api/abi.py wants to see types
endif()

set(objects "")
foreach(layer IN ITEMS core hardware occupancy access kernel analysis time timeline validation
        diagnostics io app view api)
  list(APPEND objects $<TARGET_OBJECTS:gpumodel_${layer}>)
endforeach()

foreach(kind IN ITEMS shared static)
  string(TOUPPER ${kind} type)
  add_library(gpumodel_${kind} ${type} ${objects})
  set_target_properties(gpumodel_${kind} PROPERTIES
    EXPORT_NAME ${kind} OUTPUT_NAME gpumodel LINKER_LANGUAGE CXX)
  target_compile_features(gpumodel_${kind} INTERFACE cxx_std_20)
  target_include_directories(gpumodel_${kind} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src/app/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(gpumodel_${kind} PRIVATE ${libraries_of_library} ${fmt_library})
endforeach()
# The number is that of the inline namespace.
set(script ${CMAKE_CURRENT_LIST_DIR}/library.map)
set_target_properties(gpumodel_shared PROPERTIES SOVERSION 1 LINK_DEPENDS ${script})
target_link_options(gpumodel_shared PRIVATE
  -Wl,--version-script=${script} -Wl,-z,defs -Wl,--as-needed)

# The component `library` with `data` is all that a program needs to be built and to run.
install(TARGETS gpumodel_shared gpumodel_static EXPORT gpumodel-targets COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/app/include/gpumodel COMPONENT library
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/gpumodel)
install(EXPORT gpumodel-targets NAMESPACE gpumodel:: COMPONENT library DESTINATION ${package})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/gpumodel-config.cmake.in
  ${PROJECT_BINARY_DIR}/gpumodel-config.cmake
  INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gpumodel-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gpumodel-config.cmake
              ${PROJECT_BINARY_DIR}/gpumodel-config-version.cmake COMPONENT library
        DESTINATION ${package})
file(RELATIVE_PATH prefix_from_package
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
foreach(name IN ITEMS gpumodel gpumodel-static)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc COMPONENT library
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
