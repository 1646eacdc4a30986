// Marks for NVIDIA's profilers: they do nothing here.
#pragma once
#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE (sizeof(nvtxEventAttributes_t))

typedef int nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st* nvtxStringHandle_t;
enum { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE };
enum { NVTX_PAYLOAD_UNKNOWN, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64, NVTX_PAYLOAD_TYPE_INT64 };
typedef union {
  const char* ascii;
  const wchar_t* unicode;
} nvtxMessageValue_t;
typedef struct {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;

static inline void nvtxMarkA(const char*) {}
static inline void nvtxMarkEx(const nvtxEventAttributes_t*) {}
static inline nvtxRangeId_t nvtxRangeStartA(const char*) { return 0; }
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t*) { return 0; }
static inline void nvtxRangeEnd(nvtxRangeId_t) {}
static inline int nvtxRangePushA(const char*) { return 0; }
static inline int nvtxRangePushEx(const nvtxEventAttributes_t*) { return 0; }
static inline int nvtxRangePop(void) { return 0; }
static inline void nvtxNameCategoryA(uint32_t, const char*) {}
static inline void nvtxNameOsThreadA(uint32_t, const char*) {}
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char*) { return NULL; }
static inline void nvtxDomainDestroy(nvtxDomainHandle_t) {}
static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t*) {
  return 0;
}
static inline int nvtxDomainRangePop(nvtxDomainHandle_t) { return 0; }
static inline void nvtxInitialize(const void*) {}
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
