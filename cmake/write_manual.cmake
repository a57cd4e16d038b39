# cmake -DPROGRAM=gpumodel -DFOLDER=dir -P write_manual.cmake: all manual pages and completion
# scripts, as the program prints them.
function(write file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${FOLDER}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY ${FOLDER}/man1)
write(man1/gpumodel.1 man)
execute_process(COMMAND ${PROGRAM} man OUTPUT_VARIABLE page COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "gpumodel\\\\-[a-z]+" commands "${page}")
list(REMOVE_DUPLICATES commands)
foreach(command IN LISTS commands)
  string(REPLACE "gpumodel\\-" "" command ${command})
  write(man1/gpumodel-${command}.1 man ${command})
endforeach()
write(gpumodel.bash completion bash)
write(_gpumodel completion zsh)
write(gpumodel.fish completion fish)
