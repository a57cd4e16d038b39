// Textures and surfaces: what is fetched is an element of an array that the texture names, at
// coordinates. Formats that a fetch converts from are not seen: an element is what it returns.
#pragma once

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef struct CUarray_st* cudaArray_t;
typedef struct CUarray_st cudaArray;
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror,
                              cudaAddressModeBorder };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaResourceType { cudaResourceTypeArray, cudaResourceTypeMipmappedArray,
                        cudaResourceTypeLinear, cudaResourceTypePitch2D };
enum cudaChannelFormatKind { cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned,
                             cudaChannelFormatKindFloat, cudaChannelFormatKindNone };
enum { cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3,
       cudaTextureTypeCubemap = 12, cudaTextureType1DLayered = 241, cudaTextureType2DLayered = 242 };
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};
template <class T, int Type = cudaTextureType1D, cudaTextureReadMode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB, normalizedCoords;
  float borderColor[4];
};
struct cudaResourceDesc {
  cudaResourceType resType;
  struct {
    struct { cudaArray_t array; } array;
    struct { void* devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
    struct { void* devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
  } res;
};
// Of one number of an element.
template <class T>
struct __gm_channel {
  static constexpr int bits = sizeof(T) > 4 ? 32 : 8 * static_cast<int>(sizeof(T));
  static constexpr cudaChannelFormatKind kind = cudaChannelFormatKindUnsigned;
};
#define __GM_CHANNEL(T, BITS, KIND)                                                   \
  template <>                                                                          \
  struct __gm_channel<T> {                                                             \
    static constexpr int bits = BITS;                                                  \
    static constexpr cudaChannelFormatKind kind = cudaChannelFormatKind##KIND;         \
  };
__GM_CHANNEL(float, 32, Float) __GM_CHANNEL(float2, 32, Float) __GM_CHANNEL(float4, 32, Float)
__GM_CHANNEL(int, 32, Signed) __GM_CHANNEL(int2, 32, Signed) __GM_CHANNEL(int4, 32, Signed)
__GM_CHANNEL(short, 16, Signed) __GM_CHANNEL(short2, 16, Signed) __GM_CHANNEL(short4, 16, Signed)
__GM_CHANNEL(ushort2, 16, Unsigned) __GM_CHANNEL(ushort4, 16, Unsigned)
__GM_CHANNEL(char, 8, Signed) __GM_CHANNEL(signed char, 8, Signed)
__GM_CHANNEL(char2, 8, Signed) __GM_CHANNEL(char4, 8, Signed)
__GM_CHANNEL(uchar2, 8, Unsigned) __GM_CHANNEL(uchar4, 8, Unsigned)
#undef __GM_CHANNEL

// The place of an element: the texture, its dimensions, and as many coordinates.
__GM_DEVICE void* __gm_texel(unsigned long long, int dimensions, float, float = 0, float = 0)
    __asm__("gpumodel.texel.object") __attribute__((const));
__GM_DEVICE void* __gm_texel_of(const void*, int dimensions, float, float = 0, float = 0)
    __asm__("gpumodel.texel.reference") __attribute__((const));
__GM_DEVICE void* __gm_linear(unsigned long long) __asm__("gpumodel.path.object") __attribute__((const));
__GM_DEVICE void* __gm_linear_of(const void*) __asm__("gpumodel.path.reference") __attribute__((const));

template <class T> struct __gm_same { typedef T type; };
template <class T> using __gm_t = typename __gm_same<T>::type;
#define __GM_FETCH(NAME, PARAMETERS, N, ...)                                                   \
  template <class T> __GM_INLINE T NAME PARAMETERS(cudaTextureObject_t) {                   \
    return *static_cast<const T*>(__gm_texel(t, N, __VA_ARGS__));                              \
  }                                                                                         \
  template <class T> __GM_INLINE void NAME PARAMETERS(T* value, cudaTextureObject_t) {      \
    *value = *static_cast<const T*>(__gm_texel(t, N, __VA_ARGS__));                            \
  }                                                                                         \
  template <class T, int D, cudaTextureReadMode M>                                          \
  __GM_INLINE T NAME PARAMETERS(const texture<T, D, M>&) {                                  \
    return *static_cast<const T*>(__gm_texel_of(&t, N, __VA_ARGS__));                          \
  }
#define __GM_X(...) (__VA_ARGS__ t, float x)
#define __GM_XY(...) (__VA_ARGS__ t, float x, float y)
#define __GM_XL(...) (__VA_ARGS__ t, float x, int layer)
#define __GM_XYZ(...) (__VA_ARGS__ t, float x, float y, float z)
#define __GM_XYL(...) (__VA_ARGS__ t, float x, float y, int layer)
#define __GM_XY_LOD(...) (__VA_ARGS__ t, float x, float y, float)
#define __GM_XYZ_LOD(...) (__VA_ARGS__ t, float x, float y, float z, float)
__GM_FETCH(tex1D, __GM_X, 1, x)
__GM_FETCH(tex2D, __GM_XY, 2, x, y)
__GM_FETCH(tex3D, __GM_XYZ, 3, x, y, z)
__GM_FETCH(tex1DLayered, __GM_XL, 2, x, layer)
__GM_FETCH(tex2DLayered, __GM_XYL, 3, x, y, layer)
__GM_FETCH(tex2DLod, __GM_XY_LOD, 2, x, y)
__GM_FETCH(tex3DLod, __GM_XYZ_LOD, 3, x, y, z)
#undef __GM_FETCH
#undef __GM_X
#undef __GM_XY
#undef __GM_XL
#undef __GM_XYZ
#undef __GM_XYL
#undef __GM_XY_LOD
#undef __GM_XYZ_LOD
template <class T> __GM_INLINE T tex1Dfetch(cudaTextureObject_t t, int i) {
  return static_cast<const T*>(__gm_linear(t))[i];
}
template <class T> __GM_INLINE void tex1Dfetch(T* value, cudaTextureObject_t t, int i) {
  *value = static_cast<const T*>(__gm_linear(t))[i];
}
template <class T, int D, cudaTextureReadMode M>
__GM_INLINE T tex1Dfetch(const texture<T, D, M>& t, int i) {
  return static_cast<const T*>(__gm_linear_of(&t))[i];
}

// Surfaces count bytes along a row.
#define __GM_SURFACE(NAME, PARAMETERS, N, ...)                                                  \
  template <class T> __GM_INLINE T NAME##read PARAMETERS(cudaSurfaceObject_t s) {            \
    return *static_cast<const T*>(__gm_texel(s, N, x / static_cast<int>(sizeof(T)) __VA_ARGS__)); \
  }                                                                                          \
  template <class T> __GM_INLINE void NAME##read PARAMETERS(T* value, cudaSurfaceObject_t s) { \
    *value = *static_cast<const T*>(__gm_texel(s, N, x / static_cast<int>(sizeof(T)) __VA_ARGS__)); \
  }                                                                                          \
  template <class T> __GM_INLINE void NAME##write PARAMETERS(T value, cudaSurfaceObject_t s) { \
    *static_cast<T*>(__gm_texel(s, N, x / static_cast<int>(sizeof(T)) __VA_ARGS__)) = value;    \
  }
#define __GM_X(...) (__VA_ARGS__, int x, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap)
#define __GM_XY(...) (__VA_ARGS__, int x, int y, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap)
#define __GM_XYZ(...) \
  (__VA_ARGS__, int x, int y, int z, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap)
__GM_SURFACE(surf1D, __GM_X, 1)
__GM_SURFACE(surf2D, __GM_XY, 2, , y)
__GM_SURFACE(surf3D, __GM_XYZ, 3, , y, z)
__GM_SURFACE(surf2DLayered, __GM_XYZ, 3, , y, z)
#undef __GM_SURFACE
#undef __GM_X
#undef __GM_XY
#undef __GM_XYZ
