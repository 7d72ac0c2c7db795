(impl_item type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (generic_type type: (scoped_type_identifier name: (_) @name))
  (scoped_type_identifier name: (_) @name)
  (reference_type type: (type_identifier) @name)
  (reference_type type: (generic_type type: (type_identifier) @name))
  (primitive_type) @name]) @scope

(mod_item name: (_) @name) @definition.module
(struct_item name: (_) @name) @definition.struct
(union_item name: (_) @name) @definition.struct
(enum_item name: (_) @name) @definition.enum
(enum_variant name: (_) @name) @definition.constant
(trait_item name: (_) @name) @definition.trait
(type_item name: (_) @name) @definition.type
(associated_type name: (_) @name) @definition.type
(macro_definition name: (_) @name) @definition.macro

(impl_item body: (declaration_list (function_item name: (_) @name) @definition.method))
(trait_item body: (declaration_list (function_item name: (_) @name) @definition.method))
(trait_item body: (declaration_list (function_signature_item name: (_) @name) @definition.method))
(function_item name: (_) @name) @definition.function
(function_signature_item name: (_) @name) @definition.function

(const_item name: (_) @name) @definition.constant
(static_item name: (_) @name) @definition.constant
(field_declaration name: (_) @name) @definition.field
