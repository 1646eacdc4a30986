// we have 3 channels corresponding to RGB
#define CHANNELS 3
__global__ void colorConvert(unsigned char* grayImage, unsigned char* rgbImage, int width, int height) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < width && y < height) {
    int grayOffset = y * width + x;
    int rgbOffset = grayOffset * CHANNELS;
    unsigned char r = rgbImage[rgbOffset];
    unsigned char g = rgbImage[rgbOffset + 1];
    unsigned char b = rgbImage[rgbOffset + 2];
    grayImage[grayOffset] = 0.21f * r + 0.71f * g + 0.07f * b;
  }
}
