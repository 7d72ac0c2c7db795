; What an export wraps is captured with the export, so that a comment before it finds it.
(export_statement (class_declaration name: (_) @name)) @definition.class
(class_declaration name: (_) @name) @definition.class
(export_statement (lexical_declaration . (variable_declarator name: (identifier) @name value: (class)) .)) @definition.class
(lexical_declaration . (variable_declarator name: (identifier) @name value: (class)) .) @definition.class
(variable_declarator name: (identifier) @name value: (class)) @definition.class

(class_body (method_definition name: (property_identifier) @name (#eq? @name "constructor")) @definition.constructor)
(method_definition name: [(property_identifier) (private_property_identifier)] @name) @definition.method
(pair key: (property_identifier) @name value: [(function_expression) (generator_function) (arrow_function)]) @definition.method
(expression_statement (assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @container property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(function_expression) (generator_function) (arrow_function)])
  (#eq? @_prototype "prototype")) @definition.method

(export_statement [(function_declaration name: (_) @name) (generator_function_declaration name: (_) @name)]) @definition.function
(function_declaration name: (_) @name) @definition.function
(generator_function_declaration name: (_) @name) @definition.function
(export_statement (lexical_declaration .
  (variable_declarator name: (identifier) @name value: [(function_expression) (generator_function) (arrow_function)]) .)) @definition.function
(lexical_declaration .
  (variable_declarator name: (identifier) @name value: [(function_expression) (generator_function) (arrow_function)]) .) @definition.function
(variable_declaration .
  (variable_declarator name: (identifier) @name value: [(function_expression) (generator_function) (arrow_function)]) .) @definition.function
(variable_declarator name: (identifier) @name value: [(function_expression) (generator_function) (arrow_function)]) @definition.function
(expression_statement (assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @name)
  right: [(function_expression) (generator_function) (arrow_function)])) @definition.function

; Variables of functions are no symbols.
(program (export_statement (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .)) @definition.constant)
(program (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .) @definition.constant)
(program (_ (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)))
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(program (lexical_declaration (variable_declarator name: (identifier) @name) @definition.field))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.field))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @definition.field)))
(class_body (public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  value: [(function_expression) (arrow_function)]) @definition.method)
(class_body (public_field_definition name: [(property_identifier) (private_property_identifier)] @name) @definition.field)
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field

(export_statement (abstract_class_declaration name: (_) @name)) @definition.class
(ambient_declaration (abstract_class_declaration name: (_) @name)) @definition.class
(abstract_class_declaration name: (_) @name) @definition.class
(export_statement (interface_declaration name: (_) @name)) @definition.interface
(interface_declaration name: (_) @name) @definition.interface
(export_statement (enum_declaration name: (_) @name)) @definition.enum
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: (property_identifier) @name @definition.constant)
(enum_body (enum_assignment name: (property_identifier) @name) @definition.constant)
(export_statement (type_alias_declaration name: (_) @name)) @definition.type
(type_alias_declaration name: (_) @name) @definition.type
(export_statement (internal_module name: (_) @name)) @definition.module
(internal_module name: (_) @name) @definition.module
(module name: (_) @name) @definition.module

(method_signature name: [(property_identifier) (private_property_identifier)] @name) @definition.method
(abstract_method_signature name: [(property_identifier) (private_property_identifier)] @name) @definition.method
(interface_body (property_signature name: (property_identifier) @name) @definition.field)
(export_statement (function_signature name: (_) @name)) @definition.function
(function_signature name: (_) @name) @definition.function
