(module_declaration name: (_) @name) @definition.module

(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(record_declaration name: (identifier) @name) @definition.record
(annotation_type_declaration name: (identifier) @name) @definition.annotation

(method_declaration name: (identifier) @name) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor

(enum_constant name: (identifier) @name) @definition.constant
(constant_declaration type: (_) . (variable_declarator name: (identifier) @name) .) @definition.constant
(constant_declaration declarator: (variable_declarator name: (identifier) @name) @definition.constant)

; A declaration of one name is captured whole, each of several names by itself.
(field_declaration (modifiers "static" "final") type: (_) . (variable_declarator name: (identifier) @name) .) @definition.constant
(field_declaration (modifiers "final" "static") type: (_) . (variable_declarator name: (identifier) @name) .) @definition.constant
(field_declaration (modifiers "static" "final") declarator: (variable_declarator name: (identifier) @name) @definition.constant)
(field_declaration (modifiers "final" "static") declarator: (variable_declarator name: (identifier) @name) @definition.constant)
(field_declaration type: (_) . (variable_declarator name: (identifier) @name) .) @definition.field
(field_declaration declarator: (variable_declarator name: (identifier) @name) @definition.field)
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))
