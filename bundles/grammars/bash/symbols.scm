(function_definition name: (word) @name) @definition.function
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.field)
(program (variable_assignment name: (variable_name) @name) @definition.field)
(program (variable_assignments (variable_assignment name: (variable_name) @name) @definition.field))
