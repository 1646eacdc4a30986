// What device code may name and is not emulated: told by name where it is used.
#pragma once
#pragma GCC system_header

#include "ws/function.h"

#define WS_TEXTURES \
  "fetch from linear memory with tex1Dfetch(), or read global memory through a pointer"
template <class T, int dimensions = 1>
struct surface {
  static_assert(::ws::always_false<T>::value,
                "surface<>, a surface reference, is not emulated: write global memory instead");
};
#define WS_TEXTURE_CALL(name)            \
  template <class T = float, class... A> \
  WS_NOT_EMULATED(#name, WS_TEXTURES)    \
  T name(A...);
WS_TEXTURE_CALL(tex1D)
WS_TEXTURE_CALL(tex1DLod)
WS_TEXTURE_CALL(tex1DGrad)
WS_TEXTURE_CALL(tex1DLayered)
WS_TEXTURE_CALL(tex2D)
WS_TEXTURE_CALL(tex2DLod)
WS_TEXTURE_CALL(tex2DGrad)
WS_TEXTURE_CALL(tex2DLayered)
WS_TEXTURE_CALL(tex2Dgather)
WS_TEXTURE_CALL(tex3D)
WS_TEXTURE_CALL(tex3DLod)
WS_TEXTURE_CALL(tex3DGrad)
WS_TEXTURE_CALL(texCubemap)
WS_TEXTURE_CALL(texCubemapLayered)
#undef WS_TEXTURES
#define WS_TEXTURES "read and write global memory through a pointer"
WS_TEXTURE_CALL(surf1Dread)
WS_TEXTURE_CALL(surf2Dread)
WS_TEXTURE_CALL(surf3Dread)
WS_TEXTURE_CALL(surf1Dwrite)
WS_TEXTURE_CALL(surf2Dwrite)
WS_TEXTURE_CALL(surf3Dwrite)
#undef WS_TEXTURE_CALL
#undef WS_TEXTURES

#define WS_REFUSED_CALL(name, instead) WS_NOT_EMULATED(#name "()", instead) unsigned int name(...);
#define WS_CLUSTERS "launch blocks without clusters, and use global memory between blocks"
WS_REFUSED_CALL(__cluster_barrier_arrive, WS_CLUSTERS)
WS_REFUSED_CALL(__cluster_barrier_arrive_relaxed, WS_CLUSTERS)
WS_REFUSED_CALL(__cluster_barrier_wait, WS_CLUSTERS)
WS_REFUSED_CALL(__cluster_map_shared_rank, WS_CLUSTERS)
WS_REFUSED_CALL(__cluster_query_shared_rank, WS_CLUSTERS)
WS_REFUSED_CALL(__clusterDim, WS_CLUSTERS)
WS_REFUSED_CALL(__clusterIdx, WS_CLUSTERS)
WS_REFUSED_CALL(__clusterGridDimInClusters, WS_CLUSTERS)
WS_REFUSED_CALL(__clusterRelativeBlockIdx, WS_CLUSTERS)
WS_REFUSED_CALL(__clusterRelativeBlockRank, WS_CLUSTERS)
WS_REFUSED_CALL(__clusterSizeInBlocks, WS_CLUSTERS)
WS_REFUSED_CALL(__threadfence_cluster, WS_CLUSTERS)
#undef WS_CLUSTERS
WS_REFUSED_CALL(__nv_associate_access_property, "leave it out, it only advises the cache")
#undef WS_REFUSED_CALL
