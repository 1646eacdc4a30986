#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

// Textures of linear memory, in programs. What an H200 with CUDA 13.0 did with texture objects is what is expected here.

namespace warpscope {
namespace {

constexpr const char* head = R"(#include <cstdio>
texture<float, 1, cudaReadModeElementType> plain;
texture<float4> wide;
texture<unsigned char, cudaTextureType1D> bytes;
__global__ void fetch(float* out, cudaTextureObject_t object, const int* at) {
  const int i = threadIdx.x;
  out[i] = tex1Dfetch<float>(object, at[i]);
}
__global__ void fetch_all(float* out) {
  const int i = threadIdx.x;
  const float a = tex1Dfetch(plain, i - 1);
  const float4 b = tex1Dfetch(wide, i);
  out[i] = a + 100 * b.y + 10000 * tex1Dfetch(bytes, 4 * i + 3);
}
cudaTextureObject_t made(void* memory, size_t size) {
  cudaResourceDesc from;
  memset(&from, 0, sizeof from);
  from.resType = cudaResourceTypeLinear;
  from.res.linear.devPtr = memory;
  from.res.linear.desc = cudaCreateChannelDesc<float>();
  from.res.linear.sizeInBytes = size;
  cudaTextureDesc how;
  memset(&how, 0, sizeof how);
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t object = 0;
  printf("%d ", cudaCreateTextureObject(&object, &from, &how, NULL));
  return object;
}
int main() {
  float h[64], *d, *o;
  for (int i = 0; i < 64; i++) h[i] = i + 1;
  cudaMalloc(&d, 256);
  cudaMalloc(&o, 256);
  cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice);
  int indices[8] = {0, 9, 10, 11, -1, 1 << 28, 100, -1000}, *at;
  cudaMalloc(&at, 32);
  cudaMemcpy(at, indices, 32, cudaMemcpyHostToDevice);
  const auto show = [&](int count) {
    printf("%d:", cudaDeviceSynchronize());
    cudaMemcpy(h, o, count * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++) printf(" %g", h[i]);
    printf("\n");
  };
)";

class Textures : public test::WithCompiler {
 protected:
  static test::WholeProgramRun run(const std::string& body) {
    const TestFolder folder;
    const auto file = folder.path() / "fetch.cu";
    std::ofstream(file) << head << body << "}\n";
    return test::run_whole_program(file.string());
  }
};

TEST_P(Textures, OfLinearMemoryGiveItsElementsAndZeroBehindThem) {
  const auto all = run(R"(
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  printf("%d %d %d\n", cudaBindTexture(NULL, &plain, d, &desc, 12), cudaBindTexture(0, wide, d, 32),
         cudaBindTexture(0, bytes, d));
  fetch_all<<<1, 4>>>(o);
  show(4);
  const cudaTextureObject_t object = made(d, 42);
  fetch<<<1, 8>>>(o, object, at);
  show(8);
  printf("%d %d\n", cudaUnbindTexture(plain), cudaDestroyTextureObject(object));
  made(d + 1, 40);
  made(d + 128, 40);
)");
  ASSERT_TRUE(all.json.is_object()) << all.said;
  EXPECT_NE(all.said.find("0 0 0\n"
                          "0: 630200 640601 640002 640003\n"
                          "0 0: 1 10 0 0 0 0 0 0\n"
                          "0 0\n"
                          "1 "),
            std::string::npos)
      << all.said;
  const auto& launches = all.json["launches"];
  // a of three lanes, b of two, a byte of four; at[] of all and the fetches of two.
  EXPECT_EQ(launches[0]["totals"]["global_load"]["requests"], 3) << launches[0];
  EXPECT_EQ(launches[1]["totals"]["global_load"]["requests"], 2) << launches[1];
  EXPECT_EQ(launches[0]["findings"], 0) << all.json["findings"];
  EXPECT_EQ(launches[1]["findings"], 0) << all.json["findings"];
}

TEST_P(Textures, ThatNothingIsBoundToAreFound) {
  const auto all = run(R"(
  fetch<<<1, 8>>>(o, 0, at);
  show(2);
  const cudaTextureObject_t object = made(d, 1024);
  cudaDestroyTextureObject(object);
  fetch<<<1, 8>>>(o, object, at);
  show(2);
  fetch<<<1, 2>>>(o, made(d, 1 << 20), at + 2);
  cudaFree(d);
  fetch<<<1, 1>>>(o, made(o, 256), at);
)");
  ASSERT_TRUE(all.json.is_object()) << all.said;
  EXPECT_NE(all.said.find("0: 0 0\n0 0: 0 0\n"), std::string::npos) << all.said;
  const auto& findings = all.json["findings"];
  ASSERT_GE(findings.size(), 2U) << findings;
  EXPECT_NE(findings[0]["message"].get<std::string>().find("texture object that is 0"),
            std::string::npos);
  EXPECT_NE(
      findings[1]["message"].get<std::string>().find("fetches from a texture to which nothing is"),
      std::string::npos);
  for (const auto& finding : {findings[0], findings[1]}) EXPECT_EQ(finding["line"], 7) << finding;
}

TEST_P(Textures, AreCheckedAsTheMemoryBehindThem) {
  const auto freed =
      run("  const cudaTextureObject_t object = made(d, 256);\n  cudaFree(d);\n"
          "  fetch<<<1, 1>>>(o, object, at);\n");
  ASSERT_TRUE(freed.json.is_object()) << freed.said;
  ASSERT_FALSE(freed.json["findings"].empty());
  EXPECT_EQ(freed.json["findings"][0]["kind"], "use after free") << freed.json["findings"];
  EXPECT_EQ(freed.json["findings"][0]["line"], 7) << freed.json["findings"];
  const auto unwritten = run("  fetch<<<1, 1>>>(o, made(o, 256), at);\n");
  ASSERT_TRUE(unwritten.json.is_object()) << unwritten.said;
  ASSERT_FALSE(unwritten.json["findings"].empty());
  EXPECT_EQ(unwritten.json["findings"][0]["kind"], "uninitialised read")
      << unwritten.json["findings"];
  const auto beyond = run("  fetch<<<1, 8>>>(o, made(d, 1024), at);\n");
  ASSERT_TRUE(beyond.json.is_object()) << beyond.said;
  ASSERT_FALSE(beyond.json["findings"].empty());
  EXPECT_EQ(beyond.json["findings"][0]["kind"], "out of bounds") << beyond.json["findings"];
}

TEST_P(Textures, OfOtherKindsAreRefusedByName) {
  for (const auto& [text, name] : std::initializer_list<std::pair<const char*, const char*>>{
           {"  cudaResourceDesc r;\n  r.resType = cudaResourceTypePitch2D;\n", "two dimensions"},
           {"  cudaResourceDesc r;\n  r.resType = cudaResourceTypeArray;\n", "arrays"},
           {"  texture<float, 2> t;\n", "more than one dimension"},
           {"  texture<uchar4, 1, cudaReadModeNormalizedFloat> t;\n", "NormalizedFloat"},
           {"  tex1D(plain, 1.5f);\n", "tex1D"},
           {"  cudaBindTexture2D(0, plain, d, 1, 2, 3);\n", "cudaBindTexture2D"},
           {"  cudaSurfaceObject_t s;\n", "surfaces"}}) {
    const auto refused = run(text);
    EXPECT_EQ(refused.exit_code, 2) << text << refused.said;
    EXPECT_NE(refused.said.find(name), std::string::npos) << text << refused.said;
    EXPECT_NE(refused.said.find("emulate"), std::string::npos) << text << refused.said;
  }
  const auto running =
      run("  cudaResourceDesc r;\n  memset(&r, 0, sizeof r);\n"
          "  cudaTextureDesc t;\n  cudaTextureObject_t x;\n"
          "  cudaCreateTextureObject(&x, &r, &t, 0);\n");
  EXPECT_EQ(running.exit_code, 1) << running.said;
  ASSERT_TRUE(running.json.is_object()) << running.said;
  EXPECT_NE(running.json["findings"].dump().find("(cudaResourceTypeLinear) is not emulated"),
            std::string::npos)
      << running.json["findings"] << running.said;
}

INSTANTIATE_TEST_SUITE_P(Compilers, Textures, testing::Values("clang++", "g++"),
                         [](const auto& compiler) {
                           return std::string(compiler.param) == "g++" ? "Gcc" : "Clang";
                         });

}  // namespace
}  // namespace warpscope
