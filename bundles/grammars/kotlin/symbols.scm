(type_alias (type_identifier) @name) @definition.type

; The grammar does not know fun interface and leaves an error there.
(ERROR (user_type (type_identifier) @_interface) (simple_identifier) @name (#eq? @_interface "interface")) @definition.interface
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration (modifiers (class_modifier "annotation")) (type_identifier) @name) @definition.annotation
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(companion_object (type_identifier) @name) @definition.class
(enum_entry (simple_identifier) @name) @definition.constant

(class_body (function_declaration (simple_identifier) @name) @definition.method)
(enum_class_body (function_declaration (simple_identifier) @name) @definition.method)
(function_declaration (simple_identifier) @name) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor

(property_declaration (modifiers (property_modifier) @_const) (variable_declaration (simple_identifier) @name)
  (#eq? @_const "const")) @definition.constant
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.field)
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.field)
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @definition.field)
((source_file (property_declaration (multi_variable_declaration
  (variable_declaration (simple_identifier) @name))) @definition.field)
  (#not-eq? @name "_"))
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.field

; Behind two annotations, the parser takes "class Shop {}" for the call of an operator: the last of them misleads it.
((prefix_expression (annotation) @misleading (infix_expression [
  (simple_identifier) @_keyword
  (infix_expression (simple_identifier) @_keyword)
  (infix_expression (infix_expression (simple_identifier) @_keyword))
  (infix_expression (infix_expression (infix_expression (simple_identifier) @_keyword)))]))
  (#any-of? @_keyword "class" "interface" "object"))
; Or "@First @Second(1)" for an expression, so that the declaration behind it is without its annotations.
((_ [
  (prefix_expression (prefix_expression (annotation) @misleading (parenthesized_expression) @misleading @_value))
  (prefix_expression (prefix_expression (prefix_expression (annotation) @misleading (parenthesized_expression) @misleading @_value)))
  ] . [(object_declaration) (class_declaration) (function_declaration) (property_declaration)])
  (#not-match? @_value "[{]"))
