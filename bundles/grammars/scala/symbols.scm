(package_object name: (_) @name) @definition.module

(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.trait
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.constant
(full_enum_case name: (_) @name) @definition.constant
(type_definition name: (_) @name) @definition.type

(template_body [(function_definition name: (_) @name) (function_declaration name: (_) @name)] @definition.method)
(enum_body [(function_definition name: (_) @name) (function_declaration name: (_) @name)] @definition.method)
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function

(template_body [
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
  (var_definition pattern: [(identifier) @name (identifiers (identifier) @name)])] @definition.field)
(template_body (val_declaration name: (_) @name) @definition.field)
(template_body (var_declaration name: (_) @name) @definition.field)
(compilation_unit [
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
  (var_definition pattern: [(identifier) @name (identifiers (identifier) @name)])] @definition.field)
(given_definition name: (_) @name) @definition.field
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.field))
(class_parameter ["val" "var"] name: (_) @name) @definition.field

; Names that patterns bind, up to two levels deep. One with a capital letter is compared instead.
((template_body (_ pattern: [
  (tuple_pattern [
    (identifier) @name
    (typed_pattern pattern: (identifier) @name)
    (capture_pattern name: (identifier) @name)
    (tuple_pattern (identifier) @name)
    (case_class_pattern pattern: (identifier) @name)])
  (case_class_pattern pattern: [
    (identifier) @name
    (typed_pattern pattern: (identifier) @name)
    (capture_pattern name: (identifier) @name)
    (tuple_pattern (identifier) @name)
    (case_class_pattern pattern: (identifier) @name)])
  (capture_pattern name: (identifier) @name)
  (capture_pattern pattern: (case_class_pattern pattern: (identifier) @name))
  (typed_pattern pattern: (identifier) @name)
  (infix_pattern left: (identifier) @name)
  (infix_pattern right: (identifier) @name)]) @definition.field)
  (#match? @name "^[a-z_]"))
((compilation_unit (_ pattern: [
  (tuple_pattern [
    (identifier) @name
    (typed_pattern pattern: (identifier) @name)
    (capture_pattern name: (identifier) @name)
    (tuple_pattern (identifier) @name)
    (case_class_pattern pattern: (identifier) @name)])
  (case_class_pattern pattern: [
    (identifier) @name
    (typed_pattern pattern: (identifier) @name)
    (capture_pattern name: (identifier) @name)
    (tuple_pattern (identifier) @name)
    (case_class_pattern pattern: (identifier) @name)])
  (capture_pattern name: (identifier) @name)
  (capture_pattern pattern: (case_class_pattern pattern: (identifier) @name))
  (typed_pattern pattern: (identifier) @name)
  (infix_pattern left: (identifier) @name)
  (infix_pattern right: (identifier) @name)]) @definition.field)
  (#match? @name "^[a-z_]"))
