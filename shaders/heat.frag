#version 330 core
// Bytes of a matrix as colours. A pixel that covers several cells shows the largest of them, so
// that nothing is lost; cells with room for it stand apart. heat_image() in app/ui/heat_slice.cpp
// is the same in C++.
uniform sampler2D cells;
uniform vec2 columns;      // at the left and the right edge
uniform float rows;        // from the top edge to the bottom
uniform vec2 pixels;       // of the rectangle
uniform vec3 palette[33];  // by value; the last is that of all above
uniform vec3 gap;
in vec2 place;
out vec4 color;

const float roomy = 6.0;  // pixels of a cell that gives one away

// First and last cell under a pixel whose middle is `at` and which is `size` cells wide.
ivec2 covered(float at, float size, int count) {
  vec2 ends = size <= 1.0 ? vec2(floor(at)) : vec2(floor(at - size / 2.0), ceil(at + size / 2.0) - 1.0);
  return clamp(ivec2(ends), 0, count - 1);
}

void main() {
  vec2 size = vec2(columns.y - columns.x, rows) / pixels;
  vec2 at = vec2(mix(columns.x, columns.y, place.x), rows * place.y);
  ivec2 count = textureSize(cells, 0);
  ivec2 x = covered(at.x, size.x, count.x);
  ivec2 y = covered(at.y, size.y, count.y);
  float most = 0.0;
  for (int row = y.x; row <= y.y; ++row) {
    for (int column = x.x; column <= x.y; ++column) {
      most = max(most, texelFetch(cells, ivec2(column, row), 0).r);
    }
  }
  int value = int(most * 255.0 + 0.5);
  vec2 left = (1.0 - fract(at)) / size;  // pixels to the end of the cell
  bool between = (size.x * roomy <= 1.0 && left.x < 1.0) || (size.y * roomy <= 1.0 && left.y < 1.0);
  color = vec4(between ? gap : palette[min(value, 32)], 1.0);
}
