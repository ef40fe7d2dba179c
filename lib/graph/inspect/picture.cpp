// SPDX-License-Identifier: Apache-2.0
// Graphs as pictures: GraphViz text, and SVG in layers by the longest way from a leaf.
#include <fmt/format.h>

#include <algorithm>

#include "graph/inspect/listing.hpp"

namespace kiln::graph {
namespace {

const char* colour(const Item& item) {
  if (item.leaf()) return "#d5f0d5";
  if (item.moves()) return "#ffd9b3";
  if (item.kind == Item::Kind::host_op) return "#ffb8b8";
  return item.kind == Item::Kind::view ? "#eeeeee" : "#cfe2ff";
}

// Cuts the end off a line of a box that is too long, between two characters.
std::string shortened(std::string text) {
  std::size_t end = 41;
  if (text.size() <= 44) return text;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80 && end > 0) --end;
  text.replace(end, std::string::npos, "...");
  return text;
}

std::string result_text(const Type& type) {
  return type.known() ? type_text(type) + ' ' + bytes_text(type.bytes()) : type_text(type);
}

std::vector<std::string> lines_of(const Listing& listing, const Item& item) {
  std::vector<std::string> lines;
  lines.push_back(shortened(item.text));
  if (!item.leaf() && !item.name.empty()) lines.push_back("'" + shortened(item.name) + "'");
  constexpr std::size_t kMostResults = 6;
  const std::size_t shown = item.types.size() > kMostResults ? kMostResults - 1 : item.types.size();
  for (std::size_t i = 0; i < shown; ++i) lines.push_back(shortened(result_text(item.types[i])));
  if (shown < item.types.size()) lines.push_back(fmt::format("and {} more", item.types.size() - shown));
  const bool on_host = item.kind == Item::Kind::download || item.kind == Item::Kind::host_op;
  if (!listing.built && item.kind != Item::Kind::constant)
    lines.push_back("on " + context_name(on_host ? nullptr : item.place));
  return lines;
}

// Which of several results goes along an edge; nothing where there is one.
std::string edge_text(const Listing& listing, const Item::Source& source) {
  return listing.items[source.item].types.size() > 1 ? std::to_string(source.output + 1) : "";
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

// Lays out the picture. Boxes stand for items, then for results, then for places between boxes through which long
// edges go.
class Picture {
 public:
  explicit Picture(const Listing& listing) : listing_(listing) {
    make_boxes();
    lower_leaves();
    bend_edges();
    place_layers();
  }

  std::string svg() const {
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
        "{0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<defs><marker id=\"tip\" markerWidth=\"8\" "
        "markerHeight=\"8\" refX=\"7\" refY=\"3\" orient=\"auto\"><path d=\"M0,0 L7,3 L0,6 z\" "
        "fill=\"#555\"/></marker></defs>\n",
        width_, height_);
    for (const Edge& edge : edges_) text += edge_svg(edge);
    for (std::size_t i = 0; i < shown_; ++i) text += box_svg(i);
    return text + "</svg>\n";
  }

 private:
  struct Box {
    std::vector<std::string> lines;
    std::size_t layer = 0;
    double order = 0, x = 0, y = 0, width = 0, height = 0;
    double middle() const { return x + width / 2; }
  };
  struct Edge {
    std::size_t from, to;
    std::vector<std::size_t> way = {};  // `from`, invisible boxes that keep room, `to`
  };
  using Layer = std::vector<std::size_t>;  // numbers of boxes

  void make_boxes() {
    const auto& items = listing_.items;
    boxes_.resize(items.size() + listing_.results.size());
    shown_ = boxes_.size();
    for (std::size_t i = 0; i < items.size(); ++i) {
      boxes_[i].lines = lines_of(listing_, items[i]);
      for (const Item::Source& source : items[i].inputs) {
        edges_.push_back({source.item, i});
        boxes_[i].layer = std::max(boxes_[i].layer, boxes_[source.item].layer + 1);
      }
    }
    for (std::size_t i = 0; i < listing_.results.size(); ++i) {
      const std::size_t at = items.size() + i, from = listing_.results[i].source.item;
      boxes_[at].lines = {listing_.results[i].name};
      boxes_[at].layer = boxes_[from].layer + 1;
      edges_.push_back({from, at});
    }
  }

  // Leaves stand right above the first node that reads them.
  void lower_leaves() {
    std::vector<std::size_t> first(boxes_.size(), SIZE_MAX);
    for (const Edge& edge : edges_) first[edge.from] = std::min(first[edge.from], boxes_[edge.to].layer);
    for (std::size_t i = 0; i < listing_.items.size(); ++i)
      if (listing_.items[i].leaf() && first[i] != SIZE_MAX) boxes_[i].layer = first[i] - 1;
  }

  // Adds an invisible box to each layer that an edge crosses, so that the edge goes between boxes.
  void bend_edges() {
    for (Edge& edge : edges_) {
      edge.way = {edge.from};
      const bool bends = boxes_[edge.to].layer - boxes_[edge.from].layer <= kMostLayers;
      for (std::size_t layer = boxes_[edge.from].layer + 1; bends && layer < boxes_[edge.to].layer; ++layer) {
        edge.way.push_back(boxes_.size());
        boxes_.emplace_back().layer = layer;
      }
      edge.way.push_back(edge.to);
    }
  }

  // Sorts the boxes of each layer by the mean position of the boxes above from which edges lead to them.
  void place_layers() {
    std::size_t count = 0;
    for (const Box& box : boxes_) count = std::max(count, box.layer + 1);
    std::vector<Layer> layers(count);
    for (std::size_t i = 0; i < boxes_.size(); ++i) layers[boxes_[i].layer].push_back(i);
    std::vector<double> places(boxes_.size()), sources(boxes_.size());  // the sum of those positions, and their number
    std::vector<std::vector<std::size_t>> next(boxes_.size());
    for (const Edge& edge : edges_)
      for (std::size_t k = 1; k < edge.way.size(); ++k) next[edge.way[k - 1]].push_back(edge.way[k]);
    height_ = kGap;
    for (Layer& layer : layers) {
      for (const std::size_t i : layer) boxes_[i].order = sources[i] > 0 ? places[i] / sources[i] : double(i) * 1e-3;
      std::stable_sort(layer.begin(), layer.end(),
                       [&](std::size_t a, std::size_t b) { return boxes_[a].order < boxes_[b].order; });
      place_layer(layer);
      for (const std::size_t i : layer)
        for (const std::size_t to : next[i]) {
          places[to] += boxes_[i].middle();
          sources[to] += 1;
        }
    }
    for (const Layer& layer : layers) centre(layer);
  }

  void place_layer(const Layer& layer) {
    double x = kGap, height = 0;
    for (const std::size_t i : layer) {
      Box& box = boxes_[i];
      std::size_t longest = i < shown_ ? 4 : 0;
      for (const std::string& line : box.lines) longest = std::max(longest, line.size());
      box.width = double(longest) * kLetter + 16;
      box.height = i < shown_ ? double(box.lines.size()) * kLine + 12 : 0;
      box.x = x;
      box.y = height_;
      x += box.width + kGap;
      height = std::max(height, box.height);
    }
    for (const std::size_t i : layer)
      if (i >= shown_) boxes_[i].height = height;
    width_ = std::max(width_, x);
    height_ += height + kLayerGap;
  }

  void centre(const Layer& layer) {
    double end = 0;
    for (const std::size_t i : layer) end = std::max(end, boxes_[i].x + boxes_[i].width + kGap);
    for (const std::size_t i : layer) boxes_[i].x += (width_ - end) / 2;
  }

  std::string edge_svg(const Edge& edge) const {
    std::string way;
    for (std::size_t k = 1; k < edge.way.size(); ++k) {
      const Box &a = boxes_[edge.way[k - 1]], &b = boxes_[edge.way[k]];
      const double ay = a.y + a.height;
      way += fmt::format("{}{:.0f},{:.0f} C{:.0f},{:.0f} {:.0f},{:.0f} {:.0f},{:.0f} ", k == 1 ? "M" : "L", a.middle(),
                         ay, a.middle(), ay + kLayerGap / 2, b.middle(), b.y - kLayerGap / 2, b.middle(), b.y);
    }
    return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#555\" marker-end=\"url(#tip)\"/>\n", way);
  }

  std::string box_svg(std::size_t number) const {
    const Box& box = boxes_[number];
    const bool item = number < listing_.items.size();
    std::string text = fmt::format(
        "<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"{}\" fill=\"{}\" "
        "stroke=\"#777\"/>\n",
        box.x, box.y, box.width, box.height, item && listing_.items[number].leaf() ? 14 : 3,
        item ? colour(listing_.items[number]) : "white");
    for (std::size_t k = 0; k < box.lines.size(); ++k)
      text += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", box.middle(), box.y + 16 + double(k) * kLine,
                          escaped(box.lines[k], true));
    return text;
  }

  static constexpr std::size_t kMostLayers = 64;  // an edge over more layers is drawn straight
  static constexpr double kLetter = 6.6, kLine = 14, kGap = 24, kLayerGap = 56;

  const Listing& listing_;
  std::vector<Box> boxes_;
  std::size_t shown_ = 0;  // boxes of items and results
  std::vector<Edge> edges_;
  double width_ = 0, height_ = 0;
};

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
      text += fmt::format("  n{} -> n{} [label=\"{}\"];\n", source.item, i, escaped(edge_text(listing, source), false));
  }
  for (std::size_t i = 0; i < listing.results.size(); ++i) {
    const auto& [source, name] = listing.results[i];
    text += fmt::format("  r{} [label=\"{}\", shape=plaintext, style=\"\"];\n  n{} -> r{} [label=\"{}\"];\n", i,
                        escaped(name, false), source.item, i, escaped(edge_text(listing, source), false));
  }
  return text + "}\n";
}

std::string svg_text(const Listing& listing) { return Picture(listing).svg(); }

}  // namespace kiln::graph
