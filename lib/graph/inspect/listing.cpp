// SPDX-License-Identifier: Apache-2.0
// Lists the nodes and transfers of a function, and names them as Theano does.
#include "graph/inspect/listing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "graph/fusion/epilogue_op.hpp"
#include "graph/fusion/fused_reduce.hpp"
#include "graph/fusion/rows_op.hpp"
#include "graph/fusion/sweep_op.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/passes/pass.hpp"
#include "graph/spatial/conv_ops.hpp"
#include "runtime/context/named_context.hpp"

namespace kiln::graph {
namespace {

// Whether the step writes over one of its operands.
bool in_place(const Specialisation& s, std::size_t step) {
  for (const std::size_t to : s.steps[step].outputs)
    for (const std::size_t from : s.steps[step].inputs) {
      if (from == SIZE_MAX) continue;
      const Slot &out = s.slots[to], &in = s.slots[root_of(s.slots, from)];
      if (out.storage != in.storage || out.context != in.context) continue;
      if (out.storage == Storage::shared && out.index == in.index) return true;
      if (out.storage == Storage::planned && out.arena == in.arena && out.offset == in.offset && out.type.size() &&
          in.type.size())
        return true;
    }
  return false;
}

std::string upload_text(const runtime::Context& to) {
  const std::string name = runtime::name_of_context(to);
  return name.empty() ? "GpuFromHost(gpuarray)" : fmt::format("GpuFromHost<{}>", name);
}

std::string insert_place(std::string name, bool in_place) {
  const char* word = in_place ? ",inplace}" : ",no_inplace}";
  if (!name.empty() && name.back() == '}') name.pop_back();
  return name + word;
}

// The name of the operation as Theano prints it.
std::string device_text(const Node& node, bool in_place) {
  const Op& op = node.op();
  if (op.on_host() || (is_view(node) && on_host({NodeRef(&node), 0}))) return op.name();
  if (op_as<Elementwise>(node)) return "Gpu" + insert_place(op.name(), in_place);
  if (const auto* reduce = op_as<Reduce>(node)) {
    const std::string name = reduce->name();
    return fmt::format("GpuCAReduce{{{}}}{}", name.substr(0, name.find('{')), name.substr(name.find('{')));
  }
  if (const auto* fused = op_as<FusedReduce>(node)) {
    std::string name = op.name();
    if (name.compare(0, 6, "Reduce") == 0) name.erase(0, 6);
    return fmt::format("GpuCAReduce{}{{{}}}", name, fmt::join(fused->axes(), ","));
  }
  if (op_as<Dot>(node)) return node.types()[0].ndim() == 2 ? "GpuDot22" : "GpuBatchedDot";
  if (op_as<Epilogue>(node)) {
    const std::string name = insert_place(op.name(), in_place);
    if (name.starts_with("Gemm") || name.starts_with("Conv")) return "Gpu" + name;
    return (node.types()[0].ndim() == 2 ? "GpuDot22" : "GpuBatchedDot") + name.substr(name.find('{'));
  }
  if (op_as<Gemm>(node)) return in_place ? "GpuGemm{inplace}" : "GpuGemm{no_inplace}";
  if (const auto* transfer = op_as<Transfer>(node)) {
    if (!transfer->target()) return "HostFromGpu(gpuarray)";
    if (on_host(node.inputs()[0])) return upload_text(*transfer->target());
    return fmt::format("GpuToGpu<{}>", context_name(transfer->target()));
  }
  return "Gpu" + op.name();
}

std::string leaf_text(const Node& node) {
  if (!node.label().empty()) return node.label();
  const Type& type = node.types()[0];
  const char* dtype = base::dtype_name(type.dtype);
  if (const auto* constant = op_as<Constant>(node)) {
    if (const auto scalar = constant_scalar({NodeRef(&node), 0}); scalar && !base::is_complex(scalar->dtype))
      return fmt::format("Constant{{{}}}", scalar->cast(KILN_FLOAT64).re);
    return fmt::format("Constant{{{}}}", type_text({constant->value().dtype, constant->value().shape}));
  }
  if (op_as<Input>(node)) {
    static constexpr const char* kRanks[] = {"scalar", "vector", "matrix"};
    return type.ndim() < 3 ? fmt::format("<TensorType({}, {})>", dtype, kRanks[type.ndim()])
                           : fmt::format("<TensorType({}, {}D)>", dtype, type.ndim());
  }
  return fmt::format("<GpuArray<{}>>", dtype);
}

class Lister {
 public:
  Lister(const FunctionSpec& spec, const Specialisation* s) : spec_(spec), s_(s) {
    out_.built = !s;
    if (s)
      for (std::size_t i = 0; i < s->steps.size(); ++i)
        if (s->steps[i].node) steps_[s->steps[i].node.get()] = i;
  }

  Listing run() {
    const Values values = s_ ? s_->graph : computed_values(spec_);
    for (const NodeRef& node : topological(values)) add(node);
    for (std::size_t i = 0; i < values.size(); ++i) {
      Item::Source source{places_.at(values[i].node.get()), values[i].output};
      if (i < spec_.outputs.size() && s_ && s_->results[i].host && !on_host(values[i])) source = download(source);
      std::string name = fmt::format("output {}", i + 1);
      if (i >= spec_.outputs.size())
        name = fmt::format("update of {}", leaf_text(*spec_.updates[i - spec_.outputs.size()].first.node));
      out_.results.push_back({source, std::move(name)});
    }
    return std::move(out_);
  }

 private:
  void add(const NodeRef& node) {
    Item item{.node = node, .name = node->label(), .types = node->types(), .place = node->place()};
    for (const Value& input : node->inputs()) item.inputs.push_back({places_.at(input.node.get()), input.output});
    if (const auto found = steps_.find(node.get()); found != steps_.end()) item.step = found->second;
    if (node->op().leaf()) {
      item.kind = op_as<Input>(*node)      ? Item::Kind::input
                  : op_as<Constant>(*node) ? Item::Kind::constant
                                           : Item::Kind::shared;
      item.text = leaf_text(*node);
    } else {
      item.text = s_ ? device_text(*node, item.step != SIZE_MAX && in_place(*s_, item.step)) : node->op().name();
      const auto* transfer = op_as<Transfer>(*node);
      item.kind = transfer && s_                ? move_kind(*transfer, *node)
                  : transfer                    ? Item::Kind::transfer
                  : node->op().on_host()        ? Item::Kind::host_op
                  : s_ && item.step == SIZE_MAX ? Item::Kind::view
                                                : Item::Kind::node;
    }
    out_.items.push_back(item);
    places_[node.get()] = out_.items.size() - 1;
    if (!s_ || item.kind != Item::Kind::input) return;
    for (const Upload& upload : s_->uploads) {
      if (&spec_.inputs[upload.input].variable.op() != &node->op()) continue;
      if (upload.host) {
        if (upload.moves) places_[node.get()] = download({places_[node.get()], 0}).item;
      } else if (upload.context == node->place() && upload.moves) {
        out_.items.back().place = nullptr;
        add_upload(node, item);
      } else if (upload.context == node->place() && node->label().empty()) {
        out_.items.back().text = fmt::format("<GpuArray<{}>>", base::dtype_name(item.types[0].dtype));
      }
    }
  }

  static Item::Kind move_kind(const Transfer& transfer, const Node& node) {
    if (!transfer.target()) return Item::Kind::download;
    return on_host(node.inputs()[0]) ? Item::Kind::upload : Item::Kind::transfer;
  }

  void add_upload(const NodeRef& node, const Item& input) {
    out_.items.push_back({.kind = Item::Kind::upload,
                          .text = upload_text(*node->place()),
                          .inputs = {{out_.items.size() - 1, 0}},
                          .types = input.types,
                          .place = node->place()});
    places_[node.get()] = out_.items.size() - 1;
  }

  Item::Source download(const Item::Source& source) {
    out_.items.push_back({.kind = Item::Kind::download,
                          .text = "HostFromGpu(gpuarray)",
                          .inputs = {source},
                          .types = {out_.items[source.item].types[source.output]}});
    return {out_.items.size() - 1, 0};
  }

  const FunctionSpec& spec_;
  const Specialisation* s_;
  Listing out_;
  std::unordered_map<const Node*, std::size_t> places_, steps_;
};

// Counts the functions in an expression; a node that occurs several times counts once. `seen` and `counts`
// may hold earlier expressions.
void count_functions(const expr::Expr& expression, std::unordered_set<const expr::Node*>& seen,
                     std::map<std::string, std::size_t>& counts) {
  std::vector<const expr::Node*> stack{expression.get()};
  while (!stack.empty()) {
    const expr::Node* node = stack.back();
    stack.pop_back();
    if (!seen.insert(node).second) continue;
    if (node->kind == expr::Node::Kind::apply) ++counts[expr::info(node->fn).name];
    if (node->kind == expr::Node::Kind::cast) ++counts["cast"];
    for (const expr::Expr& argument : node->args) stack.push_back(argument.get());
  }
}

// Counts the functions that a node computes for each element of its operands or, with `behind`, for each
// result of its reductions.
std::map<std::string, std::size_t> functions_of(const Node& node, bool behind = false) {
  std::unordered_set<const expr::Node*> seen;
  std::map<std::string, std::size_t> counts;
  const auto* elementwise = op_as<Elementwise>(node);
  const auto* epilogue = op_as<Epilogue>(node);
  if ((elementwise || epilogue) && !behind) {
    const auto outputs = elementwise ? elementwise->outputs() : epilogue->outputs();  // keeps the nodes alive
    for (const expr::Expr& output : outputs) count_functions(output, seen, counts);
  }
  const auto count_parts = [&](const array::Reduction::Parts& parts) {
    const auto count = [&](const expr::Statements& part) {
      for (const auto& output : part.outputs) count_functions(output.value, seen, counts);
    };
    if (behind) {
      count(parts.finish);
    } else {
      count(parts.map);
      count(parts.next);
    }
  };
  if (const auto* fused = op_as<FusedReduce>(node)) count_parts(fused->parts());
  if (const auto* rows = op_as<Rows>(node))
    for (const array::RowPart& part : rows->parts().steps) {
      if (part.step.kind == codegen::RowStep::Kind::reduce) count_parts(part.fold);
      if (behind == (part.step.kind == codegen::RowStep::Kind::row))
        for (const auto& value : part.values) count_functions(value.value, seen, counts);
    }
  if (const auto* sweep = op_as<Sweep>(node)) {
    count_parts(sweep->parts().rows.parts);
    for (const auto* list : {&sweep->parts().columns, &sweep->parts().sums})
      for (const auto& part : *list) count_parts(part.parts);
  }
  return counts;
}

std::string counts_text(const std::map<std::string, std::size_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    if (!text.empty()) text += ", ";
    text += count == 1 ? name : fmt::format("{} {}", count, name);
  }
  return text;
}

}  // namespace

Listing make_listing(const FunctionSpec& spec, const Specialisation* s) { return Lister(spec, s).run(); }

std::string source_text(const Listing& listing, const Item::Source& source) {
  const Item& item = listing.items[source.item];
  if (item.leaf()) return item.text;
  if (!item.name.empty() && item.types.size() == 1) return item.name;
  return fmt::format("{}.{}", item.text, source.output);
}

std::string call_text(const Listing& listing, const Item& item) {
  std::string text = item.text + "(";
  for (std::size_t i = 0; i < item.inputs.size(); ++i) text += (i ? ", " : "") + source_text(listing, item.inputs[i]);
  return text + ")";
}

std::string context_name(const runtime::Context* context) {
  if (!context) return "the host";
  const std::string name = runtime::name_of_context(*context);
  return name.empty() ? context->device() : name;
}

std::string functions_text(const Node& node) {
  const std::string text = counts_text(functions_of(node)), behind = counts_text(functions_of(node, true));
  return behind.empty() ? text : fmt::format("{}; behind the reduction: {}", text, behind);
}

Cost cost_of(const Item& item) {
  Cost cost;
  for (const Type& type : item.types) cost.writes += type.known() ? type.bytes() : 0;
  if (!item.node) {
    cost.reads = cost.writes;
    return cost;
  }
  if (item.kind == Item::Kind::view || item.leaf()) return {};
  const Node& node = *item.node;
  std::unordered_set<Value, ValueHash> read;
  for (std::size_t i = 0; i < node.inputs().size(); ++i) {
    const Type& type = node.inputs()[i].type();
    if (node.op().reads(i) && type.known() && read.insert(node.inputs()[i]).second) cost.reads += type.bytes();
  }
  if (!node.types()[0].known()) return cost;
  const auto size = std::uint64_t(node.types()[0].size());
  const auto* epilogue = op_as<Epilogue>(node);
  const bool conv = op_as<Conv>(node) || (epilogue && epilogue->convolves());
  if (op_as<Dot>(node) || op_as<Gemm>(node) || epilogue || conv) {
    const Type &left = node.inputs()[0].type(), &filters = node.inputs()[1].type();
    const std::int64_t sum = !conv                                   ? left.shape[left.shape.size() - 1]
                             : filters.known() && filters.size() > 0 ? filters.size() / filters.shape[0]
                                                                     : 0;
    cost.operations = 2 * size * std::uint64_t(std::max<std::int64_t>(sum, 0));
    for (const auto& [name, count] : functions_of(node)) cost.operations += count * size;
  } else if (op_as<Reduce>(node)) {
    cost.operations = std::uint64_t(node.inputs()[0].type().size());
  } else {
    std::uint64_t functions = 0, elements = size;
    for (const auto& [name, count] : functions_of(node)) functions += count;
    if (const auto* fused = op_as<FusedReduce>(node)) elements = std::uint64_t(Type{KILN_UINT8, fused->shape()}.size());
    if (const auto* rows = op_as<Rows>(node)) elements = std::uint64_t(Type{KILN_UINT8, rows->parts().shape}.size());
    if (const auto* sweep = op_as<Sweep>(node))
      elements = std::uint64_t(sweep->parts().row_count * sweep->parts().column_count);
    cost.operations = functions * elements;
    for (const auto& [name, count] : functions_of(node, true)) cost.operations += count * size;
  }
  return cost;
}

std::string origins_text(const Node& node) {
  std::string text;
  for (const NodeRef& origin : node.origins())
    if (!origin->op().leaf()) text += (text.empty() ? "" : ", ") + node_text(*origin);
  return text;
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 10000) return fmt::format("{} B", bytes);
  if (bytes < 10000000) return fmt::format("{:.1f} kB", double(bytes) / 1e3);
  if (bytes < 10000000000) return fmt::format("{:.1f} MB", double(bytes) / 1e6);
  return fmt::format("{:.1f} GB", double(bytes) / 1e9);
}

}  // namespace kiln::graph
