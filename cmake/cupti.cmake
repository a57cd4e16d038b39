# Headers of CUPTI's range profiler (CUDA 12.6 and later) and of CUDA, without nvcc: its library is
# loaded at run time. Sets GPUMODEL_CUPTI_INCLUDES, empty where they are missing.
find_path(GPUMODEL_CUPTI_INCLUDE_DIR cupti_range_profiler.h
  HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda
  PATH_SUFFIXES include extras/CUPTI/include
  DOC "Folder of CUPTI's headers")
find_path(GPUMODEL_CUDA_INCLUDE_DIR cuda.h
  HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES include
  DOC "Folder of CUDA's headers")
set(GPUMODEL_CUPTI_INCLUDES "")
if(GPUMODEL_CUPTI_INCLUDE_DIR AND GPUMODEL_CUDA_INCLUDE_DIR)
  set(GPUMODEL_CUPTI_INCLUDES ${GPUMODEL_CUPTI_INCLUDE_DIR} ${GPUMODEL_CUDA_INCLUDE_DIR})
endif()
