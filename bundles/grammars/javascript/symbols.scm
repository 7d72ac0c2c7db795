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
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)))
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(program (lexical_declaration (variable_declarator name: (identifier) @name) @definition.field))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.field))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @definition.field)))
(class_body (field_definition
  property: [(property_identifier) (private_property_identifier)] @name
  value: [(function_expression) (arrow_function)]) @definition.method)
(class_body (field_definition property: [(property_identifier) (private_property_identifier)] @name) @definition.field)
