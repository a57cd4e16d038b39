// Arrays that textures and surfaces are read from, and objects of them: rows that lie behind each
// other in memory of the device. An object is where its memory begins.
#pragma once

enum { cudaArrayDefault = 0, cudaArrayLayered = 1, cudaArraySurfaceLoadStore = 2,
       cudaArrayCubemap = 4, cudaArrayTextureGather = 8 };

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  constexpr int part = __gm_channel<T>::bits;
  constexpr int parts = static_cast<int>(sizeof(T)) * 8 / part;
  return {part, parts > 1 ? part : 0, parts > 2 ? part : 0, parts > 3 ? part : 0,
          __gm_channel<T>::kind};
}

inline cudaError_t cudaMalloc3DArray(cudaArray_t* made, const cudaChannelFormatDesc* of,
                                     cudaExtent extent, unsigned flags = 0, __GM_PLACE) {
  const size_t element = static_cast<size_t>(of->x + of->y + of->z + of->w) / 8;
  CUarray_st all = {nullptr, extent.width, extent.height > 0 ? extent.height : 1,
                    extent.depth > 0 ? extent.depth : 1, element,
                    {of->x, of->y, of->z, of->w, of->f}, flags};
  const size_t bytes = all.row() * all.height * all.depth;
  const cudaError_t error = __gpumodel_allocate((void**)&all.data, bytes, 0, __file, __line);
  *made = error == cudaSuccess ? new CUarray_st(all) : nullptr;
  return error;
}
inline cudaError_t cudaMallocArray(cudaArray_t* made, const cudaChannelFormatDesc* of, size_t width,
                                   size_t height = 0, unsigned flags = 0, __GM_PLACE) {
  return cudaMalloc3DArray(made, of, {width, height, 0}, flags, __file, __line);
}
// An extent that was not given is 1 here, and 0 where it is told.
inline cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* of, cudaExtent* extent, unsigned* flags,
                                    const CUarray_st* array) {
  const auto given = [](size_t n) { return n > 1 ? n : 0; };
  const int* bits = array->bits;
  if (of != nullptr)
    *of = {bits[0], bits[1], bits[2], bits[3], static_cast<cudaChannelFormatKind>(bits[4])};
  if (extent != nullptr) *extent = {array->width, given(array->height), given(array->depth)};
  if (flags != nullptr) *flags = array->flags;
  return cudaSuccess;
}
inline cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* of, const CUarray_st* array) {
  return cudaArrayGetInfo(of, nullptr, nullptr, array);
}
inline cudaError_t cudaFreeArray(cudaArray_t array, __GM_PLACE) {
  if (array == nullptr) return cudaSuccess;
  const cudaError_t error = cudaFree(array->data, __file, __line);
  delete array;
  return error;
}

// Places count bytes along a row.
inline cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from,
                                       size_t pitch, size_t width, size_t height,
                                       cudaMemcpyKind kind, __GM_PLACE) {
  return cudaMemcpy2D(to->data + y * to->row() + x, to->row(), from, pitch, width, height, kind,
                      __file, __line);
}
inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                            size_t pitch, size_t width, size_t height,
                                            cudaMemcpyKind kind, cudaStream_t stream = 0,
                                            __GM_PLACE) {
  return cudaMemcpy2DAsync(to->data + y * to->row() + x, to->row(), from, pitch, width, height,
                           kind, stream, __file, __line);
}
inline cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, const CUarray_st* from, size_t x,
                                         size_t y, size_t width, size_t height,
                                         cudaMemcpyKind kind, __GM_PLACE) {
  return cudaMemcpy2D(to, pitch, from->data + y * from->row() + x, from->row(), width, height, kind,
                      __file, __line);
}
inline cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t n,
                                     cudaMemcpyKind kind, __GM_PLACE) {
  return cudaMemcpy(to->data + y * to->row() + x, from, n, kind, __file, __line);
}
inline cudaError_t cudaMemcpyFromArray(void* to, const CUarray_st* from, size_t x, size_t y,
                                       size_t n, cudaMemcpyKind kind, __GM_PLACE) {
  return cudaMemcpy(to, from->data + y * from->row() + x, n, kind, __file, __line);
}

inline cudaError_t __gm_object(unsigned long long* made, const cudaResourceDesc* of) {
  void* const begin = of->resType == cudaResourceTypeArray    ? of->res.array.array->data
                      : of->resType == cudaResourceTypeLinear ? of->res.linear.devPtr
                      : of->resType == cudaResourceTypePitch2D
                          ? of->res.pitch2D.devPtr
                          : nullptr;
  *made = (unsigned long long)begin;
  return begin != nullptr ? cudaSuccess : cudaErrorInvalidValue;
}
// What objects were made of, to be asked for; the last one first.
struct __gm_made {
  unsigned long long object;
  cudaResourceDesc of;
  cudaTextureDesc how;
  __gm_made* before;
};
inline __gm_made*& __gm_last() {
  static __gm_made* last = nullptr;
  return last;
}
inline __gm_made*& __gm_find(unsigned long long object) {
  __gm_made** found = &__gm_last();
  while (*found != nullptr && (*found)->object != object) found = &(*found)->before;
  return *found;
}
inline cudaError_t __gm_make(unsigned long long* made, const cudaResourceDesc* of,
                             const cudaTextureDesc& how) {
  const cudaError_t error = __gm_object(made, of);
  if (error != cudaSuccess) return error;
  __gm_last() = new __gm_made{*made, *of, how, __gm_last()};
  return cudaSuccess;
}
inline cudaError_t __gm_unmake(unsigned long long object) {
  __gm_made*& found = __gm_find(object);
  if (__gm_made* const gone = found) {
    found = gone->before;
    delete gone;
  }
  return cudaSuccess;
}
inline cudaError_t __gm_ask(unsigned long long object, cudaResourceDesc* of, cudaTextureDesc* how) {
  const __gm_made* const found = __gm_find(object);
  if (found == nullptr) return cudaErrorInvalidValue;
  if (of != nullptr) *of = found->of;
  if (how != nullptr) *how = found->how;
  return cudaSuccess;
}
inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t* made, const cudaResourceDesc* of,
                                           const cudaTextureDesc* how,
                                           const struct cudaResourceViewDesc* = nullptr) {
  return __gm_make(made, of, how != nullptr ? *how : cudaTextureDesc{});
}
inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* made, const cudaResourceDesc* of) {
  return __gm_make(made, of, {});
}
inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t t) { return __gm_unmake(t); }
inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t s) { return __gm_unmake(s); }
inline cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* of, cudaTextureObject_t t) {
  return __gm_ask(t, of, nullptr);
}
inline cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* how, cudaTextureObject_t t) {
  return __gm_ask(t, nullptr, how);
}
inline cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* of, cudaSurfaceObject_t s) {
  return __gm_ask(s, of, nullptr);
}

// What a texture without an object is bound to, its kernels do not say.
template <class T, int D, cudaTextureReadMode M, class... More>
inline cudaError_t cudaBindTexture(size_t* offset, const texture<T, D, M>&, const void*, More...) {
  if (offset != nullptr) *offset = 0;
  return cudaSuccess;
}
template <class T, int D, cudaTextureReadMode M, class... More>
inline cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, D, M>&, const void*,
                                     More...) {
  if (offset != nullptr) *offset = 0;
  return cudaSuccess;
}
template <class T, int D, cudaTextureReadMode M, class... More>
inline cudaError_t cudaBindTextureToArray(const texture<T, D, M>&, const CUarray_st*, More...) {
  return cudaSuccess;
}
template <class T, int D, cudaTextureReadMode M>
inline cudaError_t cudaUnbindTexture(const texture<T, D, M>&) {
  return cudaSuccess;
}
