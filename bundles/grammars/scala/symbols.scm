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
  (val_definition pattern: [(identifier) @name (_ (identifier) @name)])
  (var_definition pattern: [(identifier) @name (_ (identifier) @name)])] @definition.field)
(template_body (val_declaration name: (_) @name) @definition.field)
(template_body (var_declaration name: (_) @name) @definition.field)
(compilation_unit [
  (val_definition pattern: [(identifier) @name (_ (identifier) @name)])
  (var_definition pattern: [(identifier) @name (_ (identifier) @name)])] @definition.field)
(given_definition name: (_) @name) @definition.field
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.field))
(class_parameter ["val" "var"] name: (_) @name) @definition.field
