// SPDX-License-Identifier: Apache-2.0
// Turns tokens into untyped expressions. Binary operators use an explicit stack and prefix operators a list.
// So only parentheses, calls and conditionals recurse, to a depth of kMaxDepth.
#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "base/error.hpp"
#include "expr/callable.hpp"
#include "expr/parse/hints.hpp"
#include "expr/parse/lexer.hpp"

namespace kiln::expr {
namespace {

struct Binary {
  int precedence;  // larger binds tighter; 0: not a binary operator
  Fn fn;
};

Binary binary_operator(Tok tok) {
  // clang-format off
  switch (tok) {
    case Tok::or_or: return {1, Fn::logical_or};
    case Tok::and_and: return {2, Fn::logical_and};
    case Tok::pipe: return {3, Fn::bit_or};
    case Tok::caret: return {4, Fn::bit_xor};
    case Tok::amp: return {5, Fn::bit_and};
    case Tok::equal_equal: return {6, Fn::equal};
    case Tok::bang_equal: return {6, Fn::not_equal};
    case Tok::less: return {7, Fn::less};
    case Tok::less_equal: return {7, Fn::less_equal};
    case Tok::greater: return {7, Fn::greater};
    case Tok::greater_equal: return {7, Fn::greater_equal};
    case Tok::shift_left: return {8, Fn::shift_left};
    case Tok::shift_right: return {8, Fn::shift_right};
    case Tok::plus: return {9, Fn::add};
    case Tok::minus: return {9, Fn::subtract};
    case Tok::star: return {10, Fn::multiply};
    case Tok::slash: return {10, Fn::divide};
    case Tok::percent: return {10, Fn::remainder};
    default: return {0, Fn::add};
  }
  // clang-format on
}

// Whether the token assigns. `fn` is set to the operator that an assignment such as += applies; = leaves it alone.
bool assignment(Tok tok, Fn& fn) {
  // clang-format off
  switch (tok) {
    case Tok::assign: return true;
    case Tok::plus_assign: fn = Fn::add; return true;
    case Tok::minus_assign: fn = Fn::subtract; return true;
    case Tok::star_assign: fn = Fn::multiply; return true;
    case Tok::slash_assign: fn = Fn::divide; return true;
    case Tok::percent_assign: fn = Fn::remainder; return true;
    case Tok::amp_assign: fn = Fn::bit_and; return true;
    case Tok::pipe_assign: fn = Fn::bit_or; return true;
    case Tok::caret_assign: fn = Fn::bit_xor; return true;
    case Tok::shift_left_assign: fn = Fn::shift_left; return true;
    case Tok::shift_right_assign: fn = Fn::shift_right; return true;
    default: return false;
  }
  // clang-format on
}

constexpr std::pair<std::string_view, double> kConstants[] = {{"pi", 3.14159265358979323846},
                                                              {"e", 2.71828182845904523536},
                                                              {"inf", std::numeric_limits<double>::infinity()},
                                                              {"nan", std::numeric_limits<double>::quiet_NaN()}};

constexpr std::uint64_t kInt64Edge = std::uint64_t{1} << 63;

class Parser {
 public:
  Parser(std::string_view text, std::span<const std::string> parameters) : text_(text), tokens_(tokenize(text)) {
    variables_.insert(parameters.begin(), parameters.end());
    // A name that is assigned anywhere in the text is a variable everywhere in it.
    Fn ignored = Fn::add;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i)
      if (tokens_[i].kind == Tok::name && assignment(tokens_[i + 1].kind, ignored))
        variables_.emplace(spelled(tokens_[i]));
  }

  Statements statements() {
    for (;;) {
      while (peek().kind == Tok::separator) ++at_;
      if (peek().kind == Tok::end) break;
      statement();
      if (peek().kind != Tok::separator && peek().kind != Tok::end) refuse("an operator, ';' or the end");
    }
    if (result_.outputs.empty()) fail(peek(), "expected 'name = expression', got an empty text");
    for (Statements::Output& output : result_.outputs) output.value = assigned_.at(output.name);
    return std::move(result_);
  }

  Expr single() {
    while (peek().kind == Tok::separator && spelled(peek()) == "\n") ++at_;
    Expr result = expression();
    while (peek().kind == Tok::separator) ++at_;
    Fn ignored = Fn::add;
    if (assignment(peek().kind, ignored)) fail(peek(), "expected one expression, without an assignment");
    if (peek().kind != Tok::end) refuse("an operator or the end");
    return result;
  }

 private:
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  const Token& next() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  std::string_view spelled(const Token& token) const { return text_.substr(token.offset, token.length); }
  [[noreturn]] void fail(const Token& token, std::string_view what) const { fail_at(text_, token, what); }

  // Refuses the next token. What stands before it may be what is wrong.
  [[noreturn]] void refuse(std::string_view expected) const {
    const std::string_view before = at_ > 0 ? spelled(tokens_[at_ - 1]) : std::string_view();
    fail(peek(),
         fmt::format("expected {}, got {}{}", expected, describe(text_, peek()), syntax_hint(before, spelled(peek()))));
  }

  void check_depth(const Token& token, std::span<const Expr> args) const {
    for (const Expr& arg : args)
      if (arg->depth + 3 > kMaxTreeDepth)
        fail(token, fmt::format("too long: more than {} operations, each an operand of the next", kMaxTreeDepth - 3));
  }
  Expr apply(const Token& token, Fn fn, std::vector<Expr> args) const {
    check_depth(token, args);
    return make_apply(fn, std::move(args), token.column, token.line);
  }
  Expr cast(const Token& token, DType dtype, Expr arg) const {
    check_depth(token, {&arg, 1});
    return make_cast(dtype, std::move(arg), token.column, token.line);
  }

  void statement() {
    const Token& target = next();
    const std::string name(spelled(target));
    Fn fn = Fn::add;
    if (target.kind != Tok::name || !assignment(peek().kind, fn)) {
      const Token& wrong = target.kind != Tok::name ? target : peek();
      fail(wrong, fmt::format("expected 'name = expression', got {}", describe(text_, wrong)));
    }
    if (name == "true" || name == "false" || dtype_named(name))
      fail(target, fmt::format("'{}' is a reserved name and cannot be assigned", name));
    const Token& op = next();
    Expr value;
    if (op.kind == Tok::assign) {
      value = expression();
    } else {
      Expr before = variable(target);
      value = apply(op, fn, {std::move(before), expression()});
    }
    const auto [entry, fresh] = assigned_.insert_or_assign(name, std::move(value));
    if (fresh) result_.outputs.push_back({name, nullptr});
  }

  // conditional: binary ['?' conditional ':' conditional]
  Expr expression() {
    if (++nesting_ > kMaxDepth + 1) fail(peek(), fmt::format("nested too deeply, the limit is {}", kMaxDepth));
    Expr result = binary();
    if (peek().kind == Tok::question) {
      const Token& question = next();
      Expr yes = expression();
      expect(Tok::colon, "':'");
      Expr no = expression();
      result = apply(question, Fn::where, {std::move(result), std::move(yes), std::move(no)});
    }
    --nesting_;
    return result;
  }

  struct Pending {
    const Token* token;
    Binary op;
  };
  Expr binary() {
    std::vector<Expr> operands{unary()};
    std::vector<Pending> pending;
    for (;;) {
      const Token& token = peek();
      const Binary op = binary_operator(token.kind);
      while (!pending.empty() && pending.back().op.precedence >= op.precedence) {
        Expr right = std::move(operands.back());
        operands.pop_back();
        operands.back() =
            apply(*pending.back().token, pending.back().op.fn, {std::move(operands.back()), std::move(right)});
        pending.pop_back();
      }
      if (op.precedence == 0) return std::move(operands.back());
      pending.push_back({&token, op});
      ++at_;
      operands.push_back(unary());
    }
  }

  struct Prefix {
    const Token* token;
    DType cast;
  };
  Expr unary() {
    std::vector<Prefix> prefixes;
    for (;; ++at_) {
      const Token& token = peek();
      if (token.kind == Tok::plus || token.kind == Tok::minus || token.kind == Tok::bang || token.kind == Tok::tilde) {
        prefixes.push_back({&token, KILN_BOOL});
        continue;
      }
      if (token.kind != Tok::open || peek(1).kind != Tok::name || peek(2).kind != Tok::close) break;
      const std::optional<DType> dtype = dtype_named(spelled(peek(1)));
      if (!dtype) break;
      prefixes.push_back({&token, *dtype});
      at_ += 2;
    }
    if (peek().kind == Tok::number && peek().integral && peek().natural == kInt64Edge && !prefixes.empty() &&
        prefixes.back().token->kind == Tok::minus) {
      prefixes.pop_back();
      ++at_;
      return prefixed(prefixes, make_integer(std::numeric_limits<std::int64_t>::min()));
    }
    return prefixed(prefixes, primary());
  }

  Expr prefixed(std::span<const Prefix> prefixes, Expr value) const {
    for (std::size_t i = prefixes.size(); i-- > 0;) {
      const Token& token = *prefixes[i].token;
      if (token.kind == Tok::open)
        value = cast(token, prefixes[i].cast, std::move(value));
      else if (token.kind == Tok::minus)
        value = apply(token, Fn::negative, {std::move(value)});
      else if (token.kind == Tok::tilde)
        value = apply(token, Fn::bit_not, {std::move(value)});
      else if (token.kind == Tok::bang)
        value = apply(token, Fn::logical_not, {std::move(value)});
    }
    return value;
  }

  Expr primary() {
    const Token& token = peek();
    if (token.kind != Tok::number && token.kind != Tok::name && token.kind != Tok::open)
      refuse("a number, a name or '('");
    next();
    if (token.kind == Tok::number) return number(token);
    if (token.kind == Tok::name) return peek().kind == Tok::open ? call(token) : variable(token);
    Expr inner = expression();
    expect(Tok::close, "')'");
    return inner;
  }

  void expect(Tok kind, std::string_view what) {
    if (peek().kind != kind) refuse(what);
    ++at_;
  }

  static Expr number(const Token& token) {
    if (!token.integral) return make_number(token.real);
    if (token.natural >= kInt64Edge) return make_constant(Scalar::natural(KILN_UINT64, token.natural));
    return make_integer(static_cast<std::int64_t>(token.natural));
  }

  Expr call(const Token& token) {
    const std::string_view name = spelled(token);
    const std::optional<Callable> callable = find_callable(name);
    if (!callable)
      fail(token, fmt::format("unknown function '{}'{}", name.substr(0, 80), function_hint(name.substr(0, 80))));
    ++at_;
    std::vector<Expr> args;
    if (peek().kind != Tok::close) {
      args.push_back(expression());
      while (peek().kind == Tok::comma) {
        ++at_;
        args.push_back(expression());
      }
    }
    expect(Tok::close, "',' or ')'");
    if (args.size() != static_cast<std::size_t>(callable->arity))
      fail(token, count_error(name, callable->arity, args.size()).append(count_hint(name, args.size())));
    check_depth(token, args);
    return build_call(*callable, std::move(args), token.column, token.line);
  }

  Expr variable(const Token& token) {
    const std::string name(spelled(token));
    if (const auto found = assigned_.find(name); found != assigned_.end()) return found->second;
    if (name == "true" || name == "false") return make_constant(Scalar::boolean(name == "true"));
    if (dtype_named(name)) fail(token, fmt::format("'{0}' is a dtype; a conversion is written {0}(x)", name));
    const auto* const constant = std::ranges::find(kConstants, name, &std::pair<std::string_view, double>::first);
    if (!variables_.contains(name) && constant != std::end(kConstants)) return make_number(constant->second);
    const auto [entry, fresh] = inputs_.try_emplace(name);
    if (fresh) {
      entry->second = make_input(name, token.column, token.line);
      result_.inputs.push_back(name);
    }
    return entry->second;
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int nesting_ = 0;
  std::unordered_set<std::string> variables_;
  std::unordered_map<std::string, Expr> assigned_, inputs_;
  Statements result_;
};

}  // namespace

Statements parse_statements(std::string_view text, std::span<const std::string> parameters) {
  return Parser(text, parameters).statements();
}

Expr parse_expression(std::string_view text) { return Parser(text, {}).single(); }

}  // namespace kiln::expr
