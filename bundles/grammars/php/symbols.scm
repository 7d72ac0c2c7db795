(namespace_definition name: (_) @name) @definition.module

(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(trait_declaration name: (_) @name) @definition.trait
(enum_declaration name: (_) @name) @definition.enum
(enum_case name: (_) @name) @definition.constant

(method_declaration name: (_) @name) @definition.method
(function_definition name: (_) @name) @definition.function

; A declaration of one name is captured whole, each of several names by itself.
(const_declaration "const" . (const_element (name) @name) .) @definition.constant
(const_declaration (const_element (name) @name) @definition.constant)
(property_declaration type: (_)? . (property_element name: (variable_name (name) @name)) .) @definition.field
(property_declaration (property_element name: (variable_name (name) @name)) @definition.field)
(property_promotion_parameter name: (variable_name (name) @name)) @definition.field
