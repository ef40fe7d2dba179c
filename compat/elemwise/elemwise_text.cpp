// SPDX-License-Identifier: Apache-2.0
// Writes the texts of elementwise kernels. Besides the arguments' names, statements may use the names that libgpuarray
// defines: i, n, idx and numThreads; for contiguous arrays also tmp and NAME_p (a pointer); for other arrays also ii,
// pos and NAME_p (a byte offset).
#include "compat/elemwise/elemwise_text.hpp"

#include <fmt/format.h>
#include <gpuarray/elemwise.h>
#include <gpuarray/util.h>

#include <iterator>

namespace kiln::compat {

namespace {

const char* type_name(int typecode) { return gpuarray_get_type(typecode)->cluda_name; }

class Text {
 public:
  template <class... Args>
  void add(fmt::format_string<Args...> text, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), text, std::forward<Args>(args)...);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

bool converted(const ElemwiseSource& source, const ElemwiseArgument& argument) {
  return source.convert_half && argument.typecode == GA_HALF;
}

// Adds local copies of the arrays' elements, the statements, and the stores. `element` gives the text of an
// element in memory. A float16 is accessed by the member of its struct, because Mesa's compiler crashes when
// it reads a struct through a pointer that was cast.
template <class Element>
void add_body(Text& text, const ElemwiseSource& source, Element&& element) {
  for (const auto& argument : source.arguments) {
    if (!argument.is_array()) continue;
    text.add("{} {};\n", type_name(seen_typecode(source, argument)), argument.name);
    if (!(argument.flags & GE_READ)) continue;
    if (converted(source, argument))
      text.add("{{ ga_half {0}_half; {0}_half.data = ({1}).data; {0} = ga_half2float({0}_half); }}\n", argument.name,
               element(argument));
    else if (argument.typecode == GA_HALF)
      text.add("{}.data = ({}).data;\n", argument.name, element(argument));
    else
      text.add("{} = {};\n", argument.name, element(argument));
  }
  // The statements stand on lines of their own, since they may end in a comment.
  text.add("{{\n{}\n;\n}}\n", source.statements);
  for (const auto& argument : source.arguments) {
    if (!argument.is_array() || !(argument.flags & GE_WRITE)) continue;
    if (converted(source, argument))
      text.add("({}).data = ga_float2half({}).data;\n", element(argument), argument.name);
    else if (argument.typecode == GA_HALF)
      text.add("({}).data = {}.data;\n", element(argument), argument.name);
    else
      text.add("{} = {};\n", element(argument), argument.name);
  }
}

void add_head(Text& text, const ElemwiseSource& source) {
  text.add("#include \"cluda.h\"\n{}\nKERNEL void elem(const ga_size n", source.preamble);
}

// Adds the loop over a work-item's elements, up to its opening brace. i has the type `size`.
void add_loop(Text& text, const ElemwiseSource& source, const char* size) {
  text.add("const {0} idx = LDIM_0 * GID_0 + LID_0;\nconst {0} numThreads = LDIM_0 * GDIM_0;\n{0} i;\n", size);
  if (source.chunked)
    text.add(
        "const {0} elem_share = n / numThreads + (n % numThreads != 0);\nconst {0} elem_first = idx * "
        "elem_share;\n"
        "const {0} elem_last = elem_first + elem_share < n ? elem_first + elem_share : n;\n"
        "for (i = elem_first; i < elem_last; i++) {{\n",
        size);
  else
    text.add("for (i = idx; i < n; i += numThreads) {{\n");
}

}  // namespace

bool ElemwiseArgument::is_array() const noexcept { return !(flags & GE_SCALAR); }

int seen_typecode(const ElemwiseSource& source, const ElemwiseArgument& argument) noexcept {
  return converted(source, argument) ? int(GA_FLOAT) : argument.typecode;
}

ElemwiseKernel contiguous_kernel(const ElemwiseSource& source) {
  Text text;
  std::vector<int> types{GA_SIZE};
  add_head(text, source);
  for (const auto& argument : source.arguments) {
    const int seen = seen_typecode(source, argument);
    if (argument.is_array()) {
      text.add(", GLOBAL_MEM {} *{}_p, const ga_size {}_offset", type_name(argument.typecode), argument.name,
               argument.name);
      types.insert(types.end(), {GA_BUFFER, GA_SIZE});
    } else {
      text.add(", {} {}", type_name(seen), argument.name);
      types.push_back(seen);
    }
  }
  text.add(") {{\nGLOBAL_MEM char *tmp;\n");
  for (const auto& argument : source.arguments)
    if (argument.is_array())
      text.add("tmp = (GLOBAL_MEM char *){0}_p; tmp += {0}_offset; {0}_p = (GLOBAL_MEM {1} *)tmp;\n", argument.name,
               type_name(argument.typecode));
  add_loop(text, source, "ga_size");
  add_body(text, source, [](const ElemwiseArgument& argument) { return fmt::format("{}_p[i]", argument.name); });
  text.add("}}\n}}\n");
  return {text.take(), std::move(types)};
}

ElemwiseKernel strided_kernel(const ElemwiseSource& source, unsigned nd, bool narrow) {
  const char* size = narrow ? "ga_uint" : "ga_size";
  const char* step = narrow ? "ga_int" : "ga_ssize";
  const int size_type = narrow ? GA_UINT : GA_SIZE, step_type = narrow ? GA_INT : GA_SSIZE;
  Text text;
  std::vector<int> types{GA_SIZE};
  add_head(text, source);
  for (unsigned d = 0; d < nd; ++d) {
    text.add(", const {} dim{}", size, d);
    types.push_back(size_type);
  }
  for (const auto& argument : source.arguments) {
    const int seen = seen_typecode(source, argument);
    if (!argument.is_array()) {
      text.add(", {} {}", type_name(seen), argument.name);
      types.push_back(seen);
      continue;
    }
    text.add(", GLOBAL_MEM {} *{}_data, const {} {}_offset", type_name(argument.typecode), argument.name, size,
             argument.name);
    types.insert(types.end(), {GA_BUFFER, size_type});
    for (unsigned d = 0; d < nd; ++d) {
      text.add(", const {} {}_str_{}", step, argument.name, d);
      types.push_back(step_type);
    }
  }
  text.add(") {{\n");
  add_loop(text, source, size);
  text.add("{0} ii = i;\n{0} pos;\n", size);
  for (const auto& argument : source.arguments)
    if (argument.is_array()) text.add("{0} {1}_p = {1}_offset;\n", size, argument.name);
  for (unsigned d = nd; d-- > 0;) {
    if (d > 0)
      text.add("pos = ii % dim{0};\nii = ii / dim{0};\n", d);
    else
      text.add("pos = ii;\n");
    for (const auto& argument : source.arguments)
      if (argument.is_array()) text.add("{0}_p += pos * {0}_str_{1};\n", argument.name, d);
  }
  add_body(text, source, [](const ElemwiseArgument& argument) {
    return fmt::format("*(GLOBAL_MEM {0} *)(((GLOBAL_MEM char *){1}_data) + {1}_p)", type_name(argument.typecode),
                       argument.name);
  });
  text.add("}}\n}}\n");
  return {text.take(), std::move(types)};
}

ElemwiseKernel packed_kernel(const ElemwiseSource& source) {
  Text text;
  add_head(text, source);
  text.add(", GLOBAL_MEM char *elem_packed, const ga_size elem_room) {{\nGLOBAL_MEM char *tmp;\n");
  std::size_t itemsizes = 0, scalars = 0;
  for (const auto& argument : source.arguments) {
    if (!argument.is_array()) continue;
    text.add("GLOBAL_MEM {0} *{1}_p = (GLOBAL_MEM {0} *)(elem_packed + elem_room * {2});\n",
             type_name(argument.typecode), argument.name, itemsizes);
    itemsizes += gpuarray_get_elsize(argument.typecode);
  }
  for (const auto& argument : source.arguments) {
    if (argument.is_array()) continue;
    const int seen = seen_typecode(source, argument);
    text.add("tmp = elem_packed + elem_room * {} + {};\n", itemsizes, scalars++ * kPackedUnit);
    if (seen == GA_HALF)
      text.add("{0} {1}; {1}.data = ((GLOBAL_MEM {0} *)tmp)->data;\n", type_name(seen), argument.name);
    else
      text.add("{0} {1} = *(GLOBAL_MEM {0} *)tmp;\n", type_name(seen), argument.name);
  }
  add_loop(text, source, "ga_size");
  add_body(text, source, [](const ElemwiseArgument& argument) { return fmt::format("{}_p[i]", argument.name); });
  text.add("}}\n}}\n");
  return {text.take(), {GA_SIZE, GA_BUFFER, GA_SIZE}};
}

}  // namespace kiln::compat
