; Each pattern captures a declaration with its kind, and its name. Where several capture one name, the first counts.
(function_definition_statement name: (variable table: (identifier) @container method: (identifier) @name)) @definition.method
(function_definition_statement name: (variable table: (identifier) @container field: (identifier) @name)) @definition.function
(function_definition_statement name: (identifier) @name) @definition.function
(local_function_definition_statement name: (identifier) @name) @definition.function

; local f = function() end
(local_variable_declaration
  (variable_list . (variable name: (identifier) @name) .)
  (expression_list . value: (function_definition) .)) @definition.function

; Variables of the file; those of functions are no symbols.
(chunk (local_variable_declaration (variable_list (variable name: (identifier) @name))) @definition.field)
(chunk (variable_assignment (variable_list (variable name: (identifier) @name))) @definition.field)
