// SPDX-License-Identifier: Apache-2.0
// Pictures of graphs: GraphViz text, and SVG. In the SVG a node's layer is the length of the longest way to
// it from a leaf.
#include <fmt/format.h>

#include <algorithm>

#include "graph/inspect/listing.hpp"

namespace kiln::graph {
namespace {

const char* colour(const Item& item) {
  switch (item.kind) {
    case Item::Kind::input:
    case Item::Kind::shared:
    case Item::Kind::constant:
      return "#d5f0d5";
    case Item::Kind::upload:
    case Item::Kind::transfer:
    case Item::Kind::download:
      return "#ffd9b3";
    case Item::Kind::host_op:
      return "#ffb8b8";
    case Item::Kind::view:
      return "#eeeeee";
    case Item::Kind::node:
      break;
  }
  return "#cfe2ff";
}

// Cuts a line of a box to 44 characters.
std::string shortened(std::string text) {
  if (text.size() > 44) text.replace(41, std::string::npos, "...");
  return text;
}

std::vector<std::string> lines_of(const Listing& listing, const Item& item) {
  std::vector<std::string> lines;
  lines.push_back(shortened(item.text));
  if (!item.leaf() && !item.name.empty()) lines.push_back("'" + item.name + "'");
  std::string types;
  for (const Type& type : item.types) types += (types.empty() ? "" : ", ") + type_text(type);
  lines.push_back(shortened(std::move(types)));
  const bool on_host = item.kind == Item::Kind::download || item.kind == Item::Kind::host_op;
  if (!listing.built && item.kind != Item::Kind::constant)
    lines.push_back("on " + context_name(on_host ? nullptr : item.place));
  return lines;
}

std::string edge_text(const Listing& listing, const Item::Source& source) {
  const Type& type = listing.items[source.item].types[source.output];
  return type.known() ? bytes_text(type.bytes()) : type_text(type);
}

std::string escaped(const std::string& text, bool xml) {
  std::string out;
  for (const char c : text) {
    if (xml && c == '<') {
      out += "&lt;";
    } else if (xml && c == '>') {
      out += "&gt;";
    } else if (xml && c == '&') {
      out += "&amp;";
    } else if (xml && static_cast<unsigned char>(c) < 32) {
      out += ' ';
    } else {
      if (!xml && (c == '"' || c == '\\')) out += '\\';
      out += c;
    }
  }
  return out;
}

struct Box {
  std::vector<std::string> lines;
  std::size_t layer = 0;
  double order = 0, x = 0, y = 0, width = 0, height = 0;
};

constexpr std::size_t kMostLayers = 64;  // an edge over more layers is drawn straight
constexpr double kLetter = 6.6, kLine = 14, kGap = 24, kLayerGap = 56;

}  // namespace

std::string dot_text(const Listing& listing) {
  std::string text = "digraph function {\n  node [shape=box, style=filled, fontname=\"sans-serif\"];\n";
  for (std::size_t i = 0; i < listing.items.size(); ++i) {
    const Item& item = listing.items[i];
    std::string label;
    for (const std::string& line : lines_of(listing, item))
      label += (label.empty() ? "" : "\\n") + escaped(line, false);
    text += fmt::format("  n{} [label=\"{}\", fillcolor=\"{}\"{}];\n", i, label, colour(item),
                        item.leaf() ? ", shape=ellipse" : "");
    for (const Item::Source& source : item.inputs)
      text += fmt::format("  n{} -> n{} [label=\"{}\"];\n", source.item, i,
                          escaped(edge_text(listing, source), false));
  }
  for (std::size_t i = 0; i < listing.results.size(); ++i) {
    const auto& [source, name] = listing.results[i];
    text += fmt::format("  r{} [label=\"{}\", shape=plaintext, style=\"\"];\n  n{} -> r{} [label=\"{}\"];\n",
                        i, escaped(name, false), source.item, i, escaped(edge_text(listing, source), false));
  }
  return text + "}\n";
}

std::string svg_text(const Listing& listing) {
  // Boxes of items come first, then boxes of results.
  std::vector<Box> boxes(listing.items.size() + listing.results.size());
  struct Edge {
    std::size_t from, to;
    std::string text;
    std::vector<std::size_t> way = {};  // boxes, and empty boxes in the layers that the edge crosses
  };
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < listing.items.size(); ++i) {
    boxes[i].lines = lines_of(listing, listing.items[i]);
    for (const Item::Source& source : listing.items[i].inputs) {
      edges.push_back({source.item, i, edge_text(listing, source)});
      boxes[i].layer = std::max(boxes[i].layer, boxes[source.item].layer + 1);
    }
  }
  for (std::size_t i = 0; i < listing.results.size(); ++i) {
    const std::size_t at = listing.items.size() + i, from = listing.results[i].source.item;
    boxes[at].lines = {listing.results[i].name};
    boxes[at].layer = boxes[from].layer + 1;
    edges.push_back({from, at, edge_text(listing, listing.results[i].source)});
  }
  // A leaf stands in the layer above the first node that reads it.
  std::vector<std::size_t> first(boxes.size(), SIZE_MAX);
  for (const Edge& edge : edges) first[edge.from] = std::min(first[edge.from], boxes[edge.to].layer);
  for (std::size_t i = 0; i < listing.items.size(); ++i)
    if (listing.items[i].leaf() && first[i] != SIZE_MAX) boxes[i].layer = first[i] - 1;
  const std::size_t shown = boxes.size();
  for (Edge& edge : edges) {
    edge.way = {edge.from};
    const bool bends = boxes[edge.to].layer - boxes[edge.from].layer <= kMostLayers;
    for (std::size_t layer = boxes[edge.from].layer + 1; bends && layer < boxes[edge.to].layer; ++layer) {
      edge.way.push_back(boxes.size());
      boxes.emplace_back().layer = layer;
    }
    edge.way.push_back(edge.to);
  }
  std::size_t layers = 0;
  for (const Box& box : boxes) layers = std::max(layers, box.layer + 1);
  std::vector<std::vector<std::size_t>> rows(layers);
  for (std::size_t i = 0; i < boxes.size(); ++i) rows[boxes[i].layer].push_back(i);
  // Boxes of a layer are sorted by the mean position of the boxes that lead to them.
  std::vector<double> sum(boxes.size()), count(boxes.size());
  std::vector<std::vector<std::size_t>> next(boxes.size());
  for (const Edge& edge : edges)
    for (std::size_t k = 1; k < edge.way.size(); ++k) next[edge.way[k - 1]].push_back(edge.way[k]);
  double width = 0, y = kGap;
  for (auto& row : rows) {
    for (const std::size_t i : row) boxes[i].order = count[i] > 0 ? sum[i] / count[i] : double(i) * 1e-3;
    std::stable_sort(row.begin(), row.end(),
                     [&](std::size_t a, std::size_t b) { return boxes[a].order < boxes[b].order; });
    double x = kGap, height = 0;
    for (const std::size_t i : row) {
      Box& box = boxes[i];
      std::size_t longest = i < shown ? 4 : 0;
      for (const std::string& line : box.lines) longest = std::max(longest, line.size());
      box.width = double(longest) * kLetter + 16;
      box.height = i < shown ? double(box.lines.size()) * kLine + 12 : 0;
      box.x = x;
      box.y = y;
      x += box.width + kGap;
      height = std::max(height, box.height);
      for (const std::size_t to : next[i]) {
        sum[to] += box.x + box.width / 2;
        count[to] += 1;
      }
    }
    for (const std::size_t i : row)
      if (i >= shown) boxes[i].height = height;
    width = std::max(width, x);
    y += height + kLayerGap;
  }
  for (auto& row : rows) {  // rows are centred
    double end = 0;
    for (const std::size_t i : row) end = std::max(end, boxes[i].x + boxes[i].width + kGap);
    for (const std::size_t i : row) boxes[i].x += (width - end) / 2;
  }
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<defs><marker id=\"tip\" markerWidth=\"8\" "
      "markerHeight=\"8\" refX=\"7\" refY=\"3\" orient=\"auto\"><path d=\"M0,0 L7,3 L0,6 z\" "
      "fill=\"#555\"/></marker></defs>\n",
      width, y);
  for (const Edge& edge : edges) {
    std::string way;
    for (std::size_t k = 1; k < edge.way.size(); ++k) {
      const Box &a = boxes[edge.way[k - 1]], &b = boxes[edge.way[k]];
      const double ax = a.x + a.width / 2, ay = a.y + a.height, bx = b.x + b.width / 2, by = b.y;
      way += fmt::format("{}{:.0f},{:.0f} C{:.0f},{:.0f} {:.0f},{:.0f} {:.0f},{:.0f} ", k == 1 ? "M" : "L",
                         ax, ay, ax, ay + kLayerGap / 2, bx, by - kLayerGap / 2, bx, by);
    }
    const Box &a = boxes[edge.way[0]], &b = boxes[edge.way[1]];
    text += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"#555\" marker-end=\"url(#tip)\"/>\n"
        "<text x=\"{:.0f}\" y=\"{:.0f}\" fill=\"#777\" font-size=\"9\">{}</text>\n",
        way, (a.x + a.width / 2 + b.x + b.width / 2) / 2, (a.y + a.height + b.y) / 2,
        escaped(edge.text, true));
  }
  for (std::size_t i = 0; i < shown; ++i) {
    const Box& box = boxes[i];
    const bool item = i < listing.items.size();
    text += fmt::format(
        "<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"{}\" fill=\"{}\" "
        "stroke=\"#777\"/>\n",
        box.x, box.y, box.width, box.height, item && listing.items[i].leaf() ? 14 : 3,
        item ? colour(listing.items[i]) : "white");
    for (std::size_t k = 0; k < box.lines.size(); ++k)
      text += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", box.x + box.width / 2,
                          box.y + 16 + double(k) * kLine, escaped(box.lines[k], true));
  }
  return text + "</svg>\n";
}

}  // namespace kiln::graph
