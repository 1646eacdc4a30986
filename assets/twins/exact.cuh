#pragma once

// What all twins share.

namespace twins {

extern __shared__ __align__(16) unsigned char memory[];

// Counters can be compared with the source only if the compiler makes every access of it: the
// build for that defines TWINS_EXACT. All others leave the optimiser its freedom.
#ifdef TWINS_EXACT
template <class T>
using Exact = volatile T;
#else
template <class T>
using Exact = T;
#endif

}  // namespace twins
