// The timed tasks on simdjson's On-Demand: `simdjson_cards filter|csv FILE`, or `version`.
//
//   g++ -O3 -march=native -std=c++17 -pthread simdjson_cards.cpp -o simdjson_cards -lsimdjson
//
// One pass over each card's members, each string decoded only when it is printed, one output
// buffer. Like every On-Demand program it does not look into the members that it skips.
#include <simdjson.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

using namespace simdjson;
using std::string_view;

#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)
#define SIMDJSON_VERSION_TEXT TEXT_OF(SIMDJSON_VERSION)

static const size_t flushAt = 1 << 18;
static const size_t batchBytes = 1 << 20;

static std::string out;

static void flush() {
  for (size_t at = 0; at < out.size();) {
    ssize_t count = write(1, out.data() + at, out.size() - at);
    if (count < 0) exit(3);
    at += count;
  }
  out.clear();
}

static bool isCoupon(string_view text) {
  const string_view wanted = "coupon_code";
  if (text.size() != wanted.size()) return false;
  for (size_t i = 0; i < text.size(); i++) {
    char c = text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i];
    if (c != wanted[i]) return false;
  }
  return true;
}

// Prints the card's line; simdjson 3.0's source() is wrong in the middle of a card.
static void filterCard(ondemand::document_stream::iterator &card, const char *begin, size_t size) {
  auto document = *card;
  string_view name;
  if (document["e"]["class_type"].get_string().get(name)) return;
  if (!isCoupon(name)) return;
  size_t at = card.current_index();
  const void *end = memchr(begin + at, '\n', size - at);
  out.append(begin + at, end ? static_cast<const char *>(end) - begin - at : size - at);
  out.push_back('\n');
}

struct Row {
  string_view id, kind, title, text, image, url, className, discount;
  int64_t created = 0, expires = -1;
  bool isDismissible = false, isPinned = false;
};

// The text of a string value; of null and anything else, nothing.
static string_view textOf(ondemand::value value) {
  string_view text;
  if (value.get_string().get(text)) return {};
  return text;
}

static void readExtras(ondemand::object extras, Row &row) {
  for (auto member : extras) {
    string_view key = member.unescaped_key();
    if (key == "class_type") row.className = textOf(member.value());
    else if (key == "discount_percentage") row.discount = textOf(member.value());
  }
}

static Row readCard(ondemand::object card) {
  Row row;
  for (auto member : card) {
    string_view key = member.unescaped_key();
    if (key == "id") row.id = textOf(member.value());
    else if (key == "tp") row.kind = textOf(member.value());
    else if (key == "tt") row.title = textOf(member.value());
    else if (key == "ds") row.text = textOf(member.value());
    else if (key == "i") row.image = textOf(member.value());
    else if (key == "u") row.url = textOf(member.value());
    else if (key == "ca") row.created = member.value().get_int64();
    else if (key == "ea") row.expires = member.value().get_int64();
    else if (key == "db") row.isDismissible = member.value().get_bool();
    else if (key == "p") row.isPinned = member.value().get_bool();
    else if (key == "e") readExtras(member.value().get_object(), row);
  }
  return row;
}

static string_view typeName(const Row &row) {
  if (row.kind == "text_announcement") return "classic";
  if (row.kind == "short_news") return row.image.empty() ? "classic" : "classic_image";
  if (row.kind == "banner_image") return "image_only";
  return row.kind;
}

static void cell(string_view text, char end = ',') {
  bool mustQuote = false;
  for (char c : text) mustQuote |= c == ',' || c == '"' || c == '\n' || c == '\r';
  if (!mustQuote) {
    out.append(text);
  } else {
    out.push_back('"');
    for (char c : text) {
      if (c == '"') out.push_back('"');
      out.push_back(c);
    }
    out.push_back('"');
  }
  out.push_back(end);
}

static void number(int64_t value, bool isPresent) {
  char digits[24];
  char *at = digits + sizeof digits;
  *--at = ',';
  for (; isPresent && value > 0; value /= 10) *--at = '0' + value % 10;
  out.append(at, digits + sizeof digits - at);
}

static void printRow(const Row &row) {
  cell(row.id);
  cell(typeName(row));
  cell(row.className);
  cell(row.title);
  cell(row.text);
  cell(row.image);
  cell(row.url);
  number(row.created, true);
  number(row.expires, row.expires >= 0);
  out.append(row.isDismissible ? "true," : "false,");
  out.append(row.isPinned ? "true," : "false,");
  cell(row.discount, '\n');
}

int main(int count, char **arguments) {
  if (count == 2 && !strcmp(arguments[1], "version")) return puts(SIMDJSON_VERSION_TEXT) < 0;
  if (count != 3) return 2;
  bool isTable = !strcmp(arguments[1], "csv");
  if (isTable) {
    out.append("id,type,class_type,title,description,image,url,created,expires_at,"
               "dismissible,pinned,extras.discount_percentage\n");
  }
  padded_string input = padded_string::load(arguments[2]);
  ondemand::parser parser;
  ondemand::document_stream cards;
  if (parser.iterate_many(input, batchBytes).get(cards)) return 1;
  for (auto card = cards.begin(); card != cards.end(); ++card) {
    if (isTable) {
      auto document = *card;
      printRow(readCard(document.get_object()));
    } else {
      filterCard(card, input.data(), input.size());
    }
    if (out.size() >= flushAt) flush();
  }
  flush();
  return cards.truncated_bytes() ? 1 : 0;
}
