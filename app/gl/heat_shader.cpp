#include "app/gl/heat_shader.hpp"

#include <glad/gl.h>

#include <string>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// A compiled shader while it lives; 0 if the driver refuses it.
class Stage {
 public:
  Stage(GLenum kind, std::string_view source) : id_(glCreateShader(kind)) {
    const char* text = source.data();
    const auto length = static_cast<GLint>(source.size());
    glShaderSource(id_, 1, &text, &length);
    glCompileShader(id_);
  }
  ~Stage() { glDeleteShader(id_); }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  [[nodiscard]] GLuint id() const { return id_; }

 private:
  GLuint id_;
};

std::string log_of(GLuint program, const Stage& vertex, const Stage& fragment) {
  std::string log(1024, '\0');
  for (const Stage* stage : {&vertex, &fragment}) {
    GLsizei length = 0;
    glGetShaderInfoLog(stage->id(), static_cast<GLsizei>(log.size()), &length, log.data());
    if (length > 0) return log.substr(0, static_cast<std::size_t>(length));
  }
  GLsizei length = 0;
  glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), &length, log.data());
  return log.substr(0, static_cast<std::size_t>(length));
}

}  // namespace

HeatShader::HeatShader(unsigned program) : program_(program) {
  const auto place = [program](const char* name) { return glGetUniformLocation(program, name); };
  corners_ = place("corners");
  columns_ = place("columns");
  rows_ = place("rows");
  pixels_ = place("pixels");
  palette_ = place("palette");
  gap_ = place("gap");
  glUseProgram(program_);
  glUniform1i(place("cells"), 0);
  glGenVertexArrays(1, &vertices_);
  glGenTextures(1, &texture_);
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most_columns_);
}

HeatShader::~HeatShader() {
  glDeleteTextures(1, &texture_);
  glDeleteVertexArrays(1, &vertices_);
  glDeleteProgram(program_);
}

Result<std::unique_ptr<HeatShader>> HeatShader::create(std::string_view vertex,
                                                       std::string_view fragment) {
  const Stage first(GL_VERTEX_SHADER, vertex);
  const Stage second(GL_FRAGMENT_SHADER, fragment);
  const GLuint program = glCreateProgram();
  glAttachShader(program, first.id());
  glAttachShader(program, second.id());
  glLinkProgram(program);
  GLint linked = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return std::unique_ptr<HeatShader>(new HeatShader(program));
  const std::string log = log_of(program, first, second);
  glDeleteProgram(program);
  return Error{ErrorKind::unavailable, tr("The OpenGL driver refuses the shaders: {}", log)};
}

void HeatShader::upload(const Cells& cells) {
  const bool fits = sent_.columns == cells.columns && sent_.rows == cells.rows;
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(cells.pitch));
  if (fits) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, cells.columns, cells.rows, GL_RED, GL_UNSIGNED_BYTE,
                    cells.data);
  } else {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, cells.columns, cells.rows, 0, GL_RED, GL_UNSIGNED_BYTE,
                 cells.data);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  sent_ = cells;
  ++uploads_;
}

void HeatShader::draw(const Cells& cells, const Look& look) {
  glUseProgram(program_);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture_);
  if (sent_ != cells) upload(cells);
  glUniform4fv(corners_, 1, look.corners.data());
  glUniform2f(columns_, look.from, look.to);
  glUniform1f(rows_, static_cast<float>(cells.rows));
  glUniform2f(pixels_, look.width, look.height);
  glUniform3fv(palette_, static_cast<GLsizei>(look.palette.size() / 3), look.palette.data());
  glUniform3fv(gap_, 1, look.gap.data());
  glBindVertexArray(vertices_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace warpscope
