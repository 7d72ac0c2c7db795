; A declaration of one type is captured whole, each of several by itself.
(type_declaration . (type_spec name: (_) @name type: (struct_type)) .) @definition.struct
(type_spec name: (_) @name type: (struct_type)) @definition.struct
(type_declaration . (type_spec name: (_) @name type: (interface_type)) .) @definition.interface
(type_spec name: (_) @name type: (interface_type)) @definition.interface
(type_declaration . [(type_spec name: (_) @name) (type_alias name: (_) @name)] .) @definition.type
(type_spec name: (_) @name) @definition.type
(type_alias name: (_) @name) @definition.type

(function_declaration name: (_) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @container
    (pointer_type (type_identifier) @container)
    (generic_type type: (type_identifier) @container)
    (pointer_type (generic_type type: (type_identifier) @container))]))
  name: (_) @name) @definition.method
(method_elem name: (_) @name) @definition.method

(field_declaration name: (_) @name) @definition.field
; Only the first name of a constant is called so.
(source_file (const_declaration . (const_spec (identifier) @name) .) @definition.constant)
(source_file (const_declaration (const_spec (identifier) @name) @definition.constant))
(source_file (var_declaration . (var_spec name: (identifier) @name) .) @definition.field)
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.field))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.field)))
