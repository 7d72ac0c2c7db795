; module.exports.open = function () {}: as exports.open.
(expression_statement (assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @container)
    property: (property_identifier) @name)
  right: [(function_expression) (generator_function) (arrow_function)])
  (#eq? @_module "module") (#eq? @container "exports")) @definition.function

; Names that patterns take out of objects and arrays, up to two levels deep.
(program (_ kind: "const" (variable_declarator name: [
  (object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)])
  (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])
  (object_pattern (pair_pattern value: [(object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)]) (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])]))
  (array_pattern [(object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)]) (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])])]) @definition.constant))
(program (export_statement (_ kind: "const" (variable_declarator name: [
  (object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)])
  (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])
  (object_pattern (pair_pattern value: [(object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)]) (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])]))
  (array_pattern [(object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)]) (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])])]) @definition.constant)))
(program (_ (variable_declarator name: [
  (object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)])
  (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])
  (object_pattern (pair_pattern value: [(object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)]) (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])]))
  (array_pattern [(object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)]) (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])])]) @definition.field))
(program (export_statement (_ (variable_declarator name: [
  (object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)])
  (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])
  (object_pattern (pair_pattern value: [(object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)]) (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])]))
  (array_pattern [(object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)]) (rest_pattern (identifier) @name)]) (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])])]) @definition.field)))
