#version 330 core
// A rectangle without buffers: the four corners of a triangle strip.
uniform vec4 corners;  // left, top, right, bottom in normalised device coordinates
out vec2 place;        // 0..1 from the top left of the rectangle

void main() {
  place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(mix(corners.xy, corners.zw, place), 0.0, 1.0);
}
