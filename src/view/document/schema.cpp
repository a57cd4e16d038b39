#include "src/view/document/schema.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <stdexcept>

namespace gpumodel {
namespace {

const char* type_name(Shape::Kind kind) {
  switch (kind) {
    case Shape::Kind::boolean:
      return "boolean";
    case Shape::Kind::integer:
      return "integer";
    case Shape::Kind::number:
      return "number";
    case Shape::Kind::text:
      return "string";
    case Shape::Kind::list:
      return "array";
    case Shape::Kind::by_name:
    case Shape::Kind::object:
      return "object";
  }
  return "object";
}

class Schema {
 public:
  Json document(const AnyDocument& document) {
    Json all = object(document.body);
    Json head;
    head["schema"] = {{"const", "gpumodel/" + std::string(document.head.name)}};
    head["schema_version"] = {{"const", document.head.version}};
    head["command"] = {{"const", document.head.command}};
    head["gpumodel"] = {{"type", "string"},
                        {"description", "version of the program that wrote it"}};
    Json required = {"schema", "schema_version", "command", "gpumodel"};
    for (const auto& name : all["required"]) required.push_back(name);
    for (const char* name : {"diagnostics", "exit_code"}) required.push_back(name);
    all["required"] = std::move(required);
    head.update(all["properties"]);
    head["diagnostics"] = {{"type", "array"}, {"items", reference(diagnostic())}};
    head["exit_code"] = {{"enum", document.head.exit_codes}};
    all["properties"] = std::move(head);
    return all;
  }

  // What `document` refers to.
  Json definitions() {
    Json all;
    for (std::size_t i = 0; i < objects_.size(); ++i) {  // describing one may add others
      all[std::string(objects_[i]->name)] = object(*objects_[i]);
    }
    return all;
  }

  Json object(const AnyObject& object) {
    Json all;
    if (!object.description.empty()) all["description"] = object.description;
    all["type"] = "object";
    all["additionalProperties"] = false;
    all["required"] = Json::array();
    all["properties"] = Json::object();
    add_fields(object, {}, all);
    if (!object.rule.empty()) all.update(Json::parse(object.rule));
    return all;
  }

 private:
  // What holds for all fields of an object that stands in another as fields of that.
  struct Spliced {
    bool nullable = false, may_lack = false;
  };

  void add_fields(const AnyObject& object, const Spliced& all_fields, Json& all) {
    for (const AnyField& field : object.fields) {
      Shape shape = *field.shape;
      const bool left_out = field.bounds.left_out;
      const bool may_lack = left_out || field.bounds.may_lack || all_fields.may_lack;
      shape.nullable = (shape.nullable && !left_out) || all_fields.nullable;
      if (field.name.empty()) {
        add_fields(field.object(), {shape.nullable, may_lack}, all);
        continue;
      }
      Json one;
      if (!field.description.empty()) one["description"] = field.description;
      one.update(value(shape, field));
      if (!may_lack) all["required"].push_back(field.name);
      all["properties"][std::string(field.name)] = std::move(one);
    }
  }

  Json value(const Shape& shape, const AnyField& field) {
    if (shape.kind == Shape::Kind::object) {
      Json one = reference(field.object());
      return shape.nullable ? Json{{"anyOf", {{{"type", "null"}}, std::move(one)}}} : one;
    }
    const Bounds& bounds = field.bounds;
    if (shape.words != nullptr || !bounds.words.empty()) {
      Json words = shape.words != nullptr ? Json(shape.words()) : parts_of(bounds.words);
      if (shape.nullable) words.push_back(nullptr);
      return {{"enum", std::move(words)}};
    }
    Json one;
    const char* type = type_name(shape.kind);
    one["type"] = shape.nullable ? Json{type, "null"} : Json(type);
    if (shape.kind == Shape::Kind::integer || shape.kind == Shape::Kind::number) {
      add_bounds(bounds, one);
    } else if (shape.kind == Shape::Kind::text) {
      const std::string_view pattern = bounds.pattern.empty() ? shape.pattern : bounds.pattern;
      if (!pattern.empty()) one["pattern"] = pattern;
    } else if (shape.kind == Shape::Kind::list) {
      one["items"] = value(*shape.item, field);
      const std::size_t fewest = std::max(bounds.fewest, shape.length);
      if (fewest > 0) one["minItems"] = fewest;
      if (shape.length > 0) one["maxItems"] = shape.length;
    } else if (shape.kind == Shape::Kind::by_name) {
      if (!shape.pattern.empty()) one["propertyNames"] = {{"pattern", shape.pattern}};
      one["additionalProperties"] = {{"type", type_name(shape.item->kind)}};
    }
    return one;
  }

  static void add_bounds(const Bounds& bounds, Json& one) {
    if (bounds.above) {
      one["exclusiveMinimum"] = in_digits(*bounds.above);
    } else if (!bounds.below_zero) {
      one["minimum"] = in_digits(bounds.least);
    }
    if (bounds.most) one["maximum"] = in_digits(*bounds.most);
  }

  // 1 rather than 1.0
  static Json in_digits(double bound) {
    return bound == std::floor(bound) ? Json(std::lround(bound)) : Json(bound);
  }

  // "a|b"
  static Json parts_of(std::string_view words) {
    Json all = Json::array();
    for (const auto word : std::views::split(words, '|')) {
      all.push_back(std::string(word.begin(), word.end()));
    }
    return all;
  }

  Json reference(const AnyObject& object) {
    const auto same = [&](const AnyObject* other) { return other->name == object.name; };
    const auto found = std::ranges::find_if(objects_, same);
    if (found == objects_.end()) {
      objects_.push_back(&object);
    } else if (*found != &object) {
      throw std::logic_error("two objects of a document are called " + std::string(object.name));
    }
    return {{"$ref", "#/definitions/" + std::string(object.name)}};
  }

  std::vector<const AnyObject*> objects_;
};

Json schema_head(std::string_view name, std::string_view version, std::string_view description) {
  Json all;
  all["$schema"] = "http://json-schema.org/draft-07/schema#";
  all["$id"] = "https://gpumodel.invalid/schema/" + std::string(name) + "-" +
               std::string(version.substr(0, version.find('.'))) + ".json";
  all["title"] = "gpumodel " + std::string(name);
  all["description"] = description;
  return all;
}

}  // namespace

Json schema_of(std::span<const AnyDocument* const> documents) {
  const DocumentHead& head = documents.front()->head;
  Json all = schema_head(head.name, head.version, head.description);
  Schema schema;
  if (documents.size() == 1) {
    all.update(schema.document(*documents.front()));
  } else {
    for (const AnyDocument* each : documents) {
      Json one{{"description", each->head.alternative}};
      one.update(schema.document(*each));
      all["oneOf"].push_back(std::move(one));
    }
  }
  all["definitions"] = schema.definitions();
  return all;
}

Json schema_of(std::string_view version, const AnyObject& file) {
  Json all = schema_head(file.name, version, file.description);
  Schema schema;
  all.update(schema.object(file));
  all["definitions"] = schema.definitions();
  return all;
}

}  // namespace gpumodel
