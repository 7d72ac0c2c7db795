; What an export or an ambient declaration wraps is captured with it, so that a comment before it finds it.
(export_statement (ambient_declaration [(class_declaration name: (_) @name) (abstract_class_declaration name: (_) @name)])) @definition.class
(export_statement [(class_declaration name: (_) @name) (abstract_class_declaration name: (_) @name)]) @definition.class
(ambient_declaration [(class_declaration name: (_) @name) (abstract_class_declaration name: (_) @name)]) @definition.class
[(class_declaration name: (_) @name) (abstract_class_declaration name: (_) @name)] @definition.class
(export_statement (lexical_declaration . (variable_declarator name: (identifier) @name value: (class)) .)) @definition.class
(lexical_declaration . (variable_declarator name: (identifier) @name value: (class)) .) @definition.class
(variable_declarator name: (identifier) @name value: (class)) @definition.class

(export_statement (ambient_declaration (interface_declaration name: (_) @name))) @definition.interface
(export_statement (interface_declaration name: (_) @name)) @definition.interface
(ambient_declaration (interface_declaration name: (_) @name)) @definition.interface
(interface_declaration name: (_) @name) @definition.interface

(export_statement (ambient_declaration (enum_declaration name: (_) @name))) @definition.enum
(export_statement (enum_declaration name: (_) @name)) @definition.enum
(ambient_declaration (enum_declaration name: (_) @name)) @definition.enum
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: (property_identifier) @name @definition.constant)
(enum_body (enum_assignment name: (property_identifier) @name) @definition.constant)

(export_statement (ambient_declaration (type_alias_declaration name: (_) @name))) @definition.type
(export_statement (type_alias_declaration name: (_) @name)) @definition.type
(ambient_declaration (type_alias_declaration name: (_) @name)) @definition.type
(type_alias_declaration name: (_) @name) @definition.type

(export_statement (ambient_declaration [(internal_module name: (_) @name) (module name: [(identifier) (nested_identifier)] @name) (module name: (string (string_fragment) @name))])) @definition.module
(export_statement [(internal_module name: (_) @name) (module name: [(identifier) (nested_identifier)] @name) (module name: (string (string_fragment) @name))]) @definition.module
(ambient_declaration [(internal_module name: (_) @name) (module name: [(identifier) (nested_identifier)] @name) (module name: (string (string_fragment) @name))]) @definition.module
[(internal_module name: (_) @name) (module name: [(identifier) (nested_identifier)] @name) (module name: (string (string_fragment) @name))] @definition.module

(class_body (method_definition name: (property_identifier) @name (#eq? @name "constructor")) @definition.constructor)
(method_definition name: [(property_identifier) (private_property_identifier)] @name) @definition.method
(method_signature name: [(property_identifier) (private_property_identifier)] @name) @definition.method
(abstract_method_signature name: [(property_identifier) (private_property_identifier)] @name) @definition.method
(pair key: (property_identifier) @name value: [(function_expression) (generator_function) (arrow_function)]) @definition.method
(class_body (public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  value: [(function_expression) (arrow_function)]) @definition.method)

(export_statement (ambient_declaration [(function_declaration name: (_) @name) (generator_function_declaration name: (_) @name) (function_signature name: (_) @name)])) @definition.function
(export_statement [(function_declaration name: (_) @name) (generator_function_declaration name: (_) @name) (function_signature name: (_) @name)]) @definition.function
(ambient_declaration [(function_declaration name: (_) @name) (generator_function_declaration name: (_) @name) (function_signature name: (_) @name)]) @definition.function
[(function_declaration name: (_) @name) (generator_function_declaration name: (_) @name) (function_signature name: (_) @name)] @definition.function
(export_statement (lexical_declaration .
  (variable_declarator name: (identifier) @name value: [(function_expression) (generator_function) (arrow_function)]) .)) @definition.function
(lexical_declaration . (variable_declarator name: (identifier) @name value: [(function_expression) (generator_function) (arrow_function)]) .) @definition.function
(variable_declaration . (variable_declarator name: (identifier) @name value: [(function_expression) (generator_function) (arrow_function)]) .) @definition.function
(variable_declarator name: (identifier) @name value: [(function_expression) (generator_function) (arrow_function)]) @definition.function
(expression_statement (assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @name)
  right: [(function_expression) (generator_function) (arrow_function)])) @definition.function

(class_body (public_field_definition name: [(property_identifier) (private_property_identifier)] @name) @definition.field)
(interface_body (property_signature name: (property_identifier) @name) @definition.field)
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field

; Variables of functions are no symbols.
(program (export_statement (ambient_declaration
  (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .))) @definition.constant)
(program (export_statement (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .)) @definition.constant)
(program (ambient_declaration (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .)) @definition.constant)
(program (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .) @definition.constant)
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)))
(program (ambient_declaration (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)))
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @definition.field)))
(program (lexical_declaration (variable_declarator name: (identifier) @name) @definition.field))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.field))
(internal_module body: (statement_block (export_statement
  (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .)) @definition.constant))
