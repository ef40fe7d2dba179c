// SPDX-License-Identifier: Apache-2.0
// Elements written by index arrays, against plain loops on the host.
#include "../support/few_items.hpp"
#include "../support/place_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

// What take's shape and `values` broadcast to it say is written: by position in C order, the place and the
// value.
void each_write(const Dims& shape, std::size_t axis, const std::vector<std::int64_t>& chosen,
                const std::function<void(const Dims& place, const Dims& position)>& call) {
  Dims result = shape;
  result[axis] = std::int64_t(chosen.size());
  each(result, [&](const Dims& position) {
    Dims place = position;
    place[axis] = inside(chosen[std::size_t(position[axis])], shape[axis]);
    call(place, position);
  });
}

// scatter_add sorts its indices (false), or compares as many with each other as it can.
struct Compares : Tuned {
  Compares(runtime::Context& context, bool compares)
      : Tuned(context, [&](codegen::Tuning& numbers) {
          if (compares)
            numbers.index.add_worth = 1e300;
          else
            numbers.index.add_compared = numbers.index.add_lines = 0;
        }) {}
};

}  // namespace

TEST_CASE("put: the last of equal indices counts", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    std::vector<std::int64_t> chosen;
    for (int i = 0; i < test::cases(8); ++i) {
      const Dims shape{pick(random, 1, 3), pick(random, 1, 9), pick(random, 1, 5)};
      const std::size_t axis = std::size_t(pick(random, 0, 2));
      const DType dtype = i % 7 == 0 ? KILN_COMPLEX64 : KILN_UINT32;
      const auto array = random_array(context, dtype, shape, random);
      Host host = host_of(*array);
      const Dims wanted{pick(random, 0, 1) ? pick(random, 0, 3) : pick(random, 30, 160)};
      const auto indices = random_indices(context, KILN_INT32, wanted, shape[axis], random, chosen);
      Dims own = shape;
      own[axis] = wanted[0];
      for (std::size_t d = 0; d < 3; ++d)
        if (pick(random, 0, 3) == 0) own[d] = 1;
      const auto values = random_array(context, dtype, own, random);
      const Host sent = host_of(*values);
      each_write(shape, axis, chosen, [&](const Dims& place, const Dims& position) {
        Dims from = position;
        for (std::size_t d = 0; d < 3; ++d)
          if (own[d] == 1) from[d] = 0;
        host.elements[flat(shape, place)] = sent.at(from);
      });
      {
        const Tuned taken(context, [&](codegen::Tuning& numbers) {
          if (i % 3 > 0) numbers.index.put_taken = i % 3 == 1 ? 0 : INT64_MAX;
        });
        array::put(*array, *indices, std::int64_t(axis), *values, "test");
      }
      expect(*array, shape, [&](const Dims& at) { return host.at(at); });
    }
    if (test::small()) return;
    // A long axis and few indices: no table. Many indices: a table, from which elements take values, unless
    // the axis is much longer.
    for (const auto& [count, width] :
         {std::pair<std::int64_t, std::int64_t>{300, 1}, {20000, 1}, {5000, 1}, {20000, 2}}) {
      const Dims shape{50000, width};
      const auto array = random_bytes(context, KILN_UINT32, shape, random);
      Host host = host_of(*array);
      const auto indices = random_indices(context, KILN_INT32, Dims{count}, 2000, random, chosen, true);
      const auto values = random_bytes(context, KILN_UINT32, Dims{count, width}, random);
      const Host sent = host_of(*values);
      for (std::size_t p = 0; p < chosen.size() * std::size_t(width); ++p) {
        const auto place = inside(chosen[p / std::size_t(width)], 50000);
        host.elements[std::size_t(place * width) + p % std::size_t(width)] = sent.elements[p];
      }
      array::put(*array, *indices, 0, *values, "test");
      expect(*array, shape, [&](const Dims& at) { return host.at(at); });
    }
    // Onto itself, backwards.
    const auto self = array::arange(context, KILN_INT32, 0, 5, 1);
    const auto back = array::view(*self, {{5}, {-4}, 16}, true);
    array::put(*self, *self, 0, *back, "test");
    expect(*self, Dims{5}, [](const Dims& at) { return std::string{char(4 - at[0]), 0, 0, 0}; });
  });
}

TEST_CASE("scatter_add: in the order of the indices", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    std::vector<std::int64_t> chosen;
    int i = 0;
    for (const DType dtype : {KILN_FLOAT32, KILN_INT8, KILN_UINT64, KILN_FLOAT16, KILN_COMPLEX64, KILN_FLOAT64}) {
      if (!array::has_dtype(context, dtype)) continue;
      // The operation table has the others.
      if (!test::many() && i > 1 && (!has_cpu_shape(context) || dtype != KILN_FLOAT16)) {
        ++i;
        continue;
      }
      const Dims shapes[] = {Dims{2, 5, 3}, Dims{40, 1}, Dims{3, 70}};
      const Dims shape = shapes[i % 3];
      const std::size_t axis = i % 2;
      ++i;
      const auto draw = [&](const Dims& extents) {
        std::vector<std::string> elements;
        each(extents, [&](const Dims&) {
          const double number = base::is_integer(dtype) ? double(random() % 100) : double(random() % 100000) / 777;
          elements.emplace_back(base::dtype_size(dtype), '\0');
          Scalar::real(KILN_FLOAT64, number).cast(dtype).store(elements.back().data());
        });
        return spread(context, dtype, extents, elements, random);
      };
      const auto numbers = [&](const Array& array) {
        std::vector<double> out;
        const Host host = host_of(array);
        for (const std::string& element : host.elements)
          out.push_back(Scalar::load(dtype, element.data()).cast(KILN_FLOAT64).re);
        return out;
      };
      const std::int64_t count = test::small() ? 50 : 700;
      // Few indices are compared with each other, or sorted as many are.
      for (const bool compares : {false, true}) {
        const auto array = draw(shape);
        auto want = numbers(*array);
        const auto indices = random_indices(context, KILN_INT32, Dims{count}, shape[axis], random, chosen);
        Dims result = shape;
        result[axis] = count;
        const auto values = draw(result);
        const auto sent = numbers(*values);
        const bool single = base::compute_dtype(base::real_dtype(dtype)) == KILN_FLOAT32;
        each_write(shape, axis, chosen, [&](const Dims& place, const Dims& position) {
          double& sum = want[flat(shape, place)];
          sum += sent[flat(result, position)];
          if (single) sum = double(float(sum));
        });
        {
          const Compares way(context, compares);
          array::scatter_add(*array, *indices, std::int64_t(axis), *values, "test");
        }
        expect(*array, shape, [&](const Dims& at) {
          double sum = want[flat(shape, at)];
          std::string bytes(base::dtype_size(dtype), '\0');
          const auto integer = Scalar::integer(KILN_INT64, std::int64_t(base::is_integer(dtype) ? sum : 0));
          (base::is_integer(dtype) ? integer : Scalar::real(KILN_FLOAT64, sum)).cast(dtype).store(bytes.data());
          return bytes;
        });
      }
    }
  });
}

TEST_CASE("scatter_add: long runs of equal indices, in parts", "[index][unsimulated]") {
  everywhere([](runtime::Context& context, Random& random) {
    struct Case {
      DType dtype;
      Dims shape;
      std::size_t axis;
      std::vector<std::int64_t> times;  // of each index
    };
    for (const Case& of : std::vector<Case>{{KILN_FLOAT32, {3}, 0, {0, 3001, 0}},
                                            {KILN_FLOAT32, {6}, 0, {1500, 3, 1100, 1024, 1025, 2}},
                                            {KILN_UINT16, {2, 4, 3}, 1, {1, 1400, 5, 2048}},
                                            {KILN_FLOAT32, {3, 70}, 0, {1281, 1, 1025}}}) {
      if (small() && of.times[0] == 1) continue;
      INFO(base::dtype_name(of.dtype) << ' ' << layout::shape_text(of.shape));
      std::vector<std::int64_t> chosen;
      for (std::size_t k = 0; k < of.times.size(); ++k)
        chosen.insert(chosen.end(), std::size_t(of.times[k]), std::int64_t(k));
      std::shuffle(chosen.begin(), chosen.end(), random);
      const auto count = std::int64_t(chosen.size());
      const auto indices = of_integers(context, KILN_INT64, Dims{count}, chosen);
      // Numbers whose sums are exact in every order.
      const auto draw = [&](const Dims& shape) {
        std::vector<std::int64_t> numbers;
        each(shape, [&](const Dims&) { numbers.push_back(std::int64_t(random() % 9)); });
        return std::pair(of_integers(context, of.dtype, shape, numbers), numbers);
      };
      Dims result = of.shape;
      result[of.axis] = count;
      const auto before = draw(of.shape), given = draw(result);
      auto want = before.second;
      each(result, [&](const Dims& at) {
        Dims place = at;
        place[of.axis] = chosen[std::size_t(at[of.axis])];
        want[flat(of.shape, place)] += given.second[flat(result, at)];
      });
      {
        const Compares none(context, false);
        array::scatter_add(*before.first, *indices, std::int64_t(of.axis), *given.first, "test");
      }
      expect(*before.first, of.shape, [&](const Dims& at) {
        std::string bytes(base::dtype_size(of.dtype), '\0');
        Scalar::integer(KILN_INT64, want[flat(of.shape, at)]).cast(of.dtype).store(bytes.data());
        return bytes;
      });
    }
  });
}

TEST_CASE("scatter_add: contiguous rows, by words of 16 bytes and not", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    const std::int64_t count = test::small() ? 50 : 300, width = 12;
    // Fewer places than indices, and more; whole rows, and a part of them that words do not fit.
    for (const std::int64_t n : {std::int64_t{7}, 2 * count})
      for (const std::int64_t columns : {width, width - 3}) {
        std::vector<float> want(std::size_t(n * width), 1), sent(std::size_t(count * columns));
        std::vector<std::int32_t> chosen(std::size_t(count), 0);
        for (float& x : sent) x = float(random() % 100000) / 777;
        for (auto& i : chosen) i = std::int32_t(random() % std::uint64_t(n));
        const auto from = [&](DType dtype, const Dims& shape, const void* data) {
          return array::from_host(context, dtype, shape, nullptr, dtype, data, "test");
        };
        const auto whole = from(KILN_FLOAT32, Dims{n, width}, want.data());
        const auto values = from(KILN_FLOAT32, Dims{count, columns}, sent.data());
        const auto indices = from(KILN_INT32, Dims{count}, chosen.data());
        const auto part =
            array::view(*whole, {Dims{n, columns}, Dims{width * 4, 4}, (width - columns) * 4}, true, "test");
        for (std::int64_t p = 0; p < count; ++p)
          for (std::int64_t j = 0; j < columns; ++j)
            want[std::size_t(chosen[std::size_t(p)] * width + width - columns + j)] +=
                sent[std::size_t(p * columns + j)];
        {
          const Compares none(context, false);
          array::scatter_add(*part, *indices, 0, *values, "test");
        }
        expect(*whole, Dims{n, width}, [&](const Dims& at) {
          std::string bytes(4, '\0');
          Scalar::real(KILN_FLOAT32, want[std::size_t(at[0] * width + at[1])]).store(bytes.data());
          return bytes;
        });
      }
  });
}

TEST_CASE("scatter_add: very few indices of many lines", "[index]") {
  everywhere([](runtime::Context& context, Random& random) {
    const Tuned few(context, few_items);
    // On a GPU several elements for each of its work-items.
    const std::int64_t lines = 2 * std::int64_t(context.properties().compute_units) + 103;
    struct Case {
      Dims shape;
      std::int64_t axis, count;
    };
    for (const Case& c : {Case{{lines, 3}, 1, 2}, Case{{2, lines}, 0, 1}, Case{{lines / 2, 4, 7}, 1, 16}}) {
      Dims sent_shape = c.shape;
      sent_shape[std::size_t(c.axis)] = c.count;
      const auto numbers = [&](const Dims& shape) {
        std::vector<float> out(
            std::size_t(shape[0] * (shape.size() > 1 ? shape[1] : 1) * (shape.size() > 2 ? shape[2] : 1)));
        for (float& x : out) x = float(random() % 100000) / 777;
        return out;
      };
      auto want = numbers(c.shape);
      const auto sent = numbers(sent_shape);
      std::vector<std::int32_t> chosen(std::size_t(c.count), 0);
      const std::int64_t n = c.shape[std::size_t(c.axis)];
      for (auto& i : chosen) i = std::int32_t(std::int64_t(random() % std::uint64_t(2 * n)) - n);  // from the end too
      const auto from = [&](DType dtype, const Dims& shape, const void* data) {
        return array::from_host(context, dtype, shape, nullptr, dtype, data, "test");
      };
      const auto array = from(KILN_FLOAT32, c.shape, want.data());
      const auto values = from(KILN_FLOAT32, sent_shape, sent.data());
      const auto indices = from(KILN_INT32, Dims{c.count}, chosen.data());
      std::int64_t inner = 1, outer = 1;
      for (std::size_t d = 0; d < c.shape.size(); ++d)
        (std::int64_t(d) < c.axis ? outer : inner) *= std::int64_t(d) == c.axis ? 1 : c.shape[d];
      for (std::int64_t o = 0; o < outer; ++o)
        for (std::int64_t p = 0; p < c.count; ++p)
          for (std::int64_t j = 0; j < inner; ++j)
            want[std::size_t((o * n + (chosen[std::size_t(p)] + n) % n) * inner + j)] +=
                sent[std::size_t((o * c.count + p) * inner + j)];
      array::scatter_add(*array, *indices, c.axis, *values, "test");
      std::vector<float> got(want.size());
      array::read(*array, got.data(), nullptr, "test");
      const bool same = got == want;  // not printed: it is long
      CHECK(same);
    }
  });
}
