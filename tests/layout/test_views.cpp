// SPDX-License-Identifier: Apache-2.0
// Views against the naive model: every kind on random layouts, NumPy's special cases from a table, and the
// refusals.
#include <optional>

#include "model.hpp"

using namespace kiln;
using namespace kiln::layout;
using test::check_fails;
using test::Model;
using Kind = Index::Kind;

namespace {

constexpr std::int64_t kNone = INT64_MIN;

// What range(extent)[start:stop:step] holds, found without arithmetic on lengths.
std::vector<std::int64_t> picks(const Index& index, std::int64_t extent) {
  const auto wrap = [&](std::int64_t v) { return v < 0 ? v + extent : v; };
  std::vector<std::int64_t> out;
  if (index.step > 0) {
    auto i = index.start == kNone ? 0 : std::max<std::int64_t>(wrap(index.start), 0);
    const auto stop = index.stop == kNone ? extent : wrap(index.stop);
    for (; i < extent && i < stop; i += index.step) out.push_back(i);
  } else {
    auto i = index.start == kNone ? extent - 1 : std::min(wrap(index.start), extent - 1);
    const auto stop = index.stop == kNone ? -1 : wrap(index.stop);
    for (; i >= 0 && i > stop; i += index.step) out.push_back(i);
  }
  return out;
}

// Indexes axis by axis: for each axis of the source the list of picks, and whether the axis stays.
Model index_model(const Model& source, const std::vector<Index>& indices) {
  std::vector<std::vector<std::int64_t>> lists;
  std::vector<std::int64_t> shape;
  std::size_t used = 0;
  for (const auto& i : indices) used += i.kind == Kind::integer || i.kind == Kind::slice;
  const auto whole = [&](std::size_t count) {
    while (count-- > 0) {
      lists.push_back(picks({}, source.shape[lists.size()]));
      shape.push_back(source.shape[lists.size() - 1]);
    }
  };
  for (const auto& i : indices) {
    if (i.kind == Kind::integer) {
      const auto extent = source.shape[lists.size()];
      lists.push_back({i.start < 0 ? i.start + extent : i.start});
    } else if (i.kind == Kind::slice) {
      lists.push_back(picks(i, source.shape[lists.size()]));
      shape.push_back(static_cast<std::int64_t>(lists.back().size()));
    } else if (i.kind == Kind::new_axis) {
      shape.push_back(1);
    } else {
      whole(source.shape.size() - used);
    }
  }
  whole(source.shape.size() - lists.size());
  std::vector<std::int64_t> counts;
  for (const auto& list : lists) counts.push_back(static_cast<std::int64_t>(list.size()));
  Model out{shape, {}};
  test::for_each_index(counts, [&](const auto& at) {
    std::vector<std::int64_t> from;
    for (std::size_t i = 0; i < at.size(); ++i) from.push_back(lists[i][static_cast<std::size_t>(at[i])]);
    out.offsets.push_back(test::at(source, from));
  });
  return out;
}

std::vector<Index> random_indices(test::Random& random, const Dims& shape) {
  std::vector<Index> out;
  bool ellipsis = false;
  std::size_t axis = 0;
  while (out.size() < 8) {
    const auto what = random(0, 9);
    if (what == 0) {
      out.push_back({Kind::new_axis});
    } else if (what == 1 && !ellipsis) {
      out.push_back({Kind::ellipsis});
      ellipsis = true;
    } else if (what == 2 || axis == shape.size()) {
      break;
    } else if (what <= 4 && !ellipsis && shape[axis] > 0) {
      out.push_back({Kind::integer, random(-shape[axis], shape[axis] - 1)});
      ++axis;
    } else {
      const auto bound = [&] { return random(0, 2) == 0 ? kNone : random(-7, 7); };
      auto step = random(-3, 3);
      if (step == 0) step = random.coin() ? INT64_MAX : -INT64_MAX;
      out.push_back({Kind::slice, bound(), bound(), step});
      ++axis;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("random indexing agrees with the model") {
  test::Random random(2);
  for (int round = 0; round < 20000; ++round) {
    const auto shape = random.shape(4, 5);
    const auto layout = random.layout(shape, 8);
    auto indices = random_indices(random, shape);
    // Steps of INT64_MAX overflow the model's loop; it sees a step that is large enough.
    auto tame = indices;
    for (auto& i : tame) i.step = std::clamp<std::int64_t>(i.step, -1000, 1000);
    CAPTURE(round, shape_text(shape));
    test::check_same(index(layout, indices, "op"), index_model(test::model_of(layout), tame));
  }
}

TEST_CASE("indexing: special cases and refusals") {
  const auto layout = c_layout(Dims{4, 5}, 4, "op");
  const auto slice = [](std::int64_t a, std::int64_t b, std::int64_t s) { return Index{Kind::slice, a, b, s}; };
  const Index reverse[] = {slice(kNone, kNone, -1)};
  CHECK(index(layout, reverse, "op").strides == Dims{-20, 4});
  CHECK(index(layout, reverse, "op").offset == 60);
  const Index past[] = {slice(10, 20, 1)};
  CHECK(index(layout, past, "op").shape == Dims{0, 5});
  CHECK(index(layout, past, "op").offset == 0);
  const Index huge[] = {slice(kNone, kNone, INT64_MIN)};
  CHECK(index(layout, huge, "op").shape == Dims{1, 5});
  const auto fails = [&](kiln_status status, const char* part, std::vector<Index> indices) {
    check_fails(status, part, [&] { index(layout, indices, "op"); });
  };
  fails(KILN_INDEX_ERROR, "index 4 is out of range for axis 0 of 4", {{Kind::integer, 4}});
  fails(KILN_INDEX_ERROR, "index -6 is out of range for axis 1", {{Kind::slice}, {Kind::integer, -6}});
  fails(KILN_INDEX_ERROR, "index", {{Kind::integer, INT64_MIN}});
  check_fails(KILN_INDEX_ERROR, "index 0 is out of range for axis 0 of 0 elements, which is empty", [&] {
    const Index first[] = {{Kind::integer, 0}};
    index(index(layout, past, "op"), first, "op");
  });
  fails(KILN_INDEX_ERROR, "3 subscripts", {{Kind::slice}, {Kind::slice}, {Kind::slice}});
  fails(KILN_INDEX_ERROR, "2 ellipses", {{Kind::ellipsis}, {Kind::ellipsis}});
  fails(KILN_INVALID_ARGUMENT, "step of 0", {slice(0, 1, 0)});
  fails(KILN_INVALID_ARGUMENT, "subscript kind 9", {{static_cast<Kind>(9)}});
  fails(KILN_SHAPE_ERROR, "dimensions", std::vector<Index>(KILN_MAX_DIMS + 1, {Kind::new_axis}));
}

TEST_CASE("random transposes, flips and broadcasts agree with the model") {
  test::Random random(3);
  for (int round = 0; round < 5000; ++round) {
    const auto shape = random.shape(4, 4);
    const auto layout = random.layout(shape, 4);
    const auto source = test::model_of(layout);
    const auto n = shape.size();
    std::vector<std::int64_t> axes, flips;
    for (std::size_t i = 0; i < n; ++i) {
      const auto axis = static_cast<std::int64_t>(i);
      axes.insert(axes.begin() + random(0, axis), axis);
      if (random.coin()) flips.push_back(random.coin() ? axis : axis - static_cast<std::int64_t>(n));
    }
    Model expected;
    for (auto axis : axes) expected.shape.push_back(shape[static_cast<std::size_t>(axis)]);
    test::for_each_index(expected.shape, [&](const auto& at) {
      auto from = at;
      for (std::size_t i = 0; i < n; ++i) from[static_cast<std::size_t>(axes[i])] = at[i];
      expected.offsets.push_back(test::at(source, from));
    });
    test::check_same(transpose(layout, axes, "op"), expected);

    const bool all = random(0, 4) == 0;
    expected = {source.shape, {}};
    test::for_each_index(source.shape, [&](auto at) {
      for (std::size_t i = 0; i < n; ++i) {
        bool flipped = all;
        for (auto f : flips)
          flipped = flipped ||
                    (f + static_cast<std::int64_t>(n)) % static_cast<std::int64_t>(n) == static_cast<std::int64_t>(i);
        if (flipped) at[i] = shape[i] - 1 - at[i];
      }
      expected.offsets.push_back(test::at(source, at));
    });
    test::check_same(flip(layout, all ? std::vector<std::int64_t>{} : flips, all, "op"), expected);

    expected = {{}, {}};
    for (auto extra = random(0, 2); extra > 0; --extra) expected.shape.push_back(random(0, 3));
    const auto pad = expected.shape.size();
    for (auto extent : shape) expected.shape.push_back(extent == 1 ? random(0, 3) : extent);
    test::for_each_index(expected.shape, [&](const auto& at) {
      std::vector<std::int64_t> from(at.begin() + static_cast<std::ptrdiff_t>(pad), at.end());
      for (std::size_t i = 0; i < n; ++i) from[i] = shape[i] == 1 ? 0 : from[i];
      expected.offsets.push_back(test::at(source, from));
    });
    test::check_same(broadcast_to(layout, expected.shape, "op"), expected);
  }
}

TEST_CASE("random diagonals agree with the model") {
  test::Random random(4);
  for (int round = 0; round < 5000; ++round) {
    auto shape = random.shape(3, 5);
    while (shape.size() < 2) shape.push_back(random(0, 5));
    const auto layout = random.layout(shape, 4);
    const auto source = test::model_of(layout);
    const auto n = static_cast<std::int64_t>(shape.size());
    const auto axis1 = random(0, n - 1), axis2 = (axis1 + random(1, n - 1)) % n, offset = random(-6, 6);
    Model expected;
    for (std::int64_t i = 0; i < n; ++i) {
      if (i != axis1 && i != axis2) expected.shape.push_back(shape[static_cast<std::size_t>(i)]);
    }
    const auto rows = shape[static_cast<std::size_t>(axis1)], columns = shape[static_cast<std::size_t>(axis2)];
    std::vector<std::pair<std::int64_t, std::int64_t>> cells;
    for (std::int64_t r = 0; r < rows; ++r) {
      if (r + offset >= 0 && r + offset < columns) cells.push_back({r, r + offset});
    }
    expected.shape.push_back(static_cast<std::int64_t>(cells.size()));
    test::for_each_index(expected.shape, [&](const auto& at) {
      std::vector<std::int64_t> from;
      std::size_t next = 0;
      for (std::int64_t i = 0; i < n; ++i) {
        const auto cell = cells[static_cast<std::size_t>(at.back())];
        from.push_back(i == axis1 ? cell.first : i == axis2 ? cell.second : at[next++]);
      }
      expected.offsets.push_back(test::at(source, from));
    });
    test::check_same(diagonal(layout, offset, axis1 - (random.coin() ? n : 0), axis2, "op"), expected);
  }
  const auto matrix = c_layout(Dims{3, 3}, 4, "op");
  CHECK(diagonal(matrix, INT64_MIN, 0, 1, "op").shape == Dims{0});
  CHECK(diagonal(matrix, INT64_MAX, 0, 1, "op").shape == Dims{0});
  check_fails(KILN_SHAPE_ERROR, "(3,)", [] { diagonal(c_layout(Dims{3}, 4, "op"), 0, 0, 1, "op"); });
  check_fails(KILN_INVALID_ARGUMENT, "axis -1 is named twice", [&] { diagonal(matrix, 0, 1, -1, "op"); });
  check_fails(KILN_INDEX_ERROR, "axis 2", [&] { diagonal(matrix, 0, 2, 1, "op"); });
}

TEST_CASE("views refuse bad axes and shapes") {
  const auto layout = c_layout(Dims{2, 3}, 4, "op");
  check_fails(KILN_INVALID_ARGUMENT, "1 axis", [&] { transpose(layout, Dims{0}, "op"); });
  check_fails(KILN_INVALID_ARGUMENT, "named twice", [&] { transpose(layout, Dims{0, -2}, "op"); });
  check_fails(KILN_INDEX_ERROR, "axis 2 is out of range for 2 dimensions", [&] {
    transpose(layout, Dims{0, 2}, "op");
  });
  check_fails(KILN_INDEX_ERROR, "axis -3", [&] { flip(layout, Dims{-3}, false, "op"); });
  check_fails(KILN_INVALID_ARGUMENT, "named twice", [&] { flip(layout, Dims{1, 1}, false, "op"); });
  check_fails(KILN_SHAPE_ERROR, "(2, 3) does not broadcast to (3, 3)", [&] { broadcast_to(layout, Dims{3, 3}, "op"); });
  check_fails(KILN_SHAPE_ERROR, "(3,)", [&] { broadcast_to(layout, Dims{3}, "op"); });
  check_fails(KILN_SHAPE_ERROR, "negative", [&] { broadcast_to(layout, Dims{-1, 2, 3}, "op"); });
  check_fails(KILN_OVERFLOW, "shape", [&] { broadcast_to(layout, Dims{INT64_MAX, 2, 3}, "op"); });
  CHECK(reverse_axes(layout).strides == Dims{4, 12});
}

TEST_CASE("broadcast_shapes follows NumPy") {
  const auto shapes = [](std::initializer_list<Dims> list) {
    return broadcast_shapes(std::span(list.begin(), list.size()), "op");
  };
  CHECK(shapes({}) == Dims{});
  CHECK(shapes({{}, {}}) == Dims{});
  CHECK(shapes({{3, 1}, {4}}) == Dims{3, 4});
  CHECK(shapes({{1}, {0}}) == Dims{0});
  CHECK(shapes({{5, 1, 3}, {2, 1}, {}}) == Dims{5, 2, 3});
  check_fails(KILN_SHAPE_ERROR, "shapes (3, 4) (5,) do not broadcast", [&] { shapes({{3, 4}, {5}}); });
  check_fails(KILN_SHAPE_ERROR, "broadcast", [&] { shapes({{0}, {2}}); });
}

TEST_CASE("reinterpret scales the last axis") {
  const Layout rows{Dims{3, 4}, Dims{16, 4}, 0};
  CHECK(reinterpret(rows, 4, 2, "op").shape == Dims{3, 8});
  CHECK(reinterpret(rows, 4, 2, "op").strides == Dims{16, 2});
  CHECK(reinterpret(rows, 4, 8, "op").shape == Dims{3, 2});
  CHECK(reinterpret(rows, 4, 16, "op").shape == Dims{3, 1});
  CHECK(reinterpret({Dims{4}, Dims{-4}, 12}, 4, 4, "op").strides == Dims{-4});
  CHECK(reinterpret({Dims{0, 3}, Dims{12, 4}, 4}, 4, 2, "op").shape == Dims{0, 6});
  CHECK(reinterpret({Dims{5, 0}, Dims{4, 4}, 4}, 4, 8, "op").shape == Dims{5, 0});
  CHECK(reinterpret({Dims{5, 0}, Dims{4, 4}, 4}, 4, 8, "op").offset == 0);
  CHECK(reinterpret({Dims{3, 1}, Dims{4, 64}, 0}, 4, 2, "op").strides == Dims{4, 2});
  check_fails(KILN_SHAPE_ERROR, "0-d", [] { reinterpret({Dims{}, Dims{}, 0}, 4, 2, "op"); });
  check_fails(KILN_SHAPE_ERROR, "stride of 8", [] { reinterpret({Dims{4}, Dims{8}, 0}, 4, 2, "op"); });
  check_fails(KILN_SHAPE_ERROR, "12 bytes", [] { reinterpret({Dims{3}, Dims{4}, 0}, 4, 8, "op"); });
  check_fails(KILN_INVALID_ARGUMENT, "multiples of 8", [] { reinterpret({Dims{2}, Dims{4}, 4}, 4, 8, "op"); });
  check_fails(KILN_INVALID_ARGUMENT, "multiples of 8", [] { reinterpret({Dims{2, 2}, Dims{12, 4}, 0}, 4, 8, "op"); });
}

TEST_CASE("random reshape views hold the elements in C order, and exist whenever strides can") {
  test::Random random(5);
  int views = 0, refusals = 0;
  for (int round = 0; round < 20000; ++round) {
    Dims shape;
    for (auto n = random(0, 4); n > 0; --n) shape.push_back(random(0, 30) == 0 ? 0 : random(1, 4));
    auto layout = random.layout(shape, 4);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (random(0, 8) == 0) layout.strides[i] = 0;
    }
    // Another shape of as many elements: prime factors dealt out anew.
    Dims target(static_cast<std::size_t>(random(1, 4)), 1);
    auto left = layout.size();
    for (std::int64_t factor = 2; left > 1; ++factor) {
      for (; left % factor == 0; left /= factor) {
        target[static_cast<std::size_t>(random(0, static_cast<std::int64_t>(target.size()) - 1))] *= factor;
      }
    }
    if (left == 0) target[0] = 0;
    const auto source = test::model_of(layout);
    const auto view = reshape_view(layout, target, 4);
    CAPTURE(round, shape_text(shape), shape_text(layout.strides), shape_text(target));
    const Model wanted{{target.begin(), target.end()}, source.offsets};
    if (view) {
      ++views;
      test::check_same(*view, wanted);
      continue;
    }
    ++refusals;
    // The only strides that could do: read off the first step along each axis.
    Layout candidate{target, Dims(target.size(), 0), layout.offset};
    for (std::size_t i = 0; i < target.size(); ++i) {
      std::vector<std::int64_t> step(target.size(), 0);
      step[i] = 1;
      if (target[i] > 1) candidate.strides[i] = test::at(wanted, step) - layout.offset;
    }
    CHECK(test::model_of(candidate).offsets != wanted.offsets);
  }
  CHECK(views > 1000);
  CHECK(refusals > 1000);
}
