(namespace_declaration name: (_) @name) @definition.module
(file_scoped_namespace_declaration name: (_) @name) @definition.module

(class_declaration name: (_) @name) @definition.class
(struct_declaration name: (_) @name) @definition.struct
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_member_declaration name: (_) @name) @definition.constant
(record_declaration name: (_) @name) @definition.record
(record_declaration (parameter_list (parameter name: (_) @name) @definition.field))
(delegate_declaration name: (_) @name) @definition.type

(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.constructor
(local_function_statement name: (_) @name) @definition.function

(property_declaration name: (_) @name) @definition.field
(event_declaration name: (_) @name) @definition.field
; A declaration of one name is captured whole, each of several names by itself.
(event_field_declaration (variable_declaration type: (_) . (variable_declarator name: (_) @name) .)) @definition.field
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name) @definition.field))
(field_declaration (modifier "const") (variable_declaration type: (_) . (variable_declarator name: (_) @name) .)) @definition.constant
(field_declaration (modifier "const") (variable_declaration (variable_declarator name: (_) @name) @definition.constant))
(field_declaration (variable_declaration type: (_) . (variable_declarator name: (_) @name) .)) @definition.field
(field_declaration (variable_declaration (variable_declarator name: (_) @name) @definition.field))
