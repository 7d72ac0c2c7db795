(namespace_definition name: (_) @name) @definition.module

(template_declaration (class_specifier name: (type_identifier) @name body: (_))) @definition.class
(template_declaration (class_specifier name: (template_type name: (_) @name) body: (_))) @definition.class
(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(class_specifier name: (template_type name: (_) @name) body: (_)) @definition.class
(class_specifier name: (qualified_identifier scope: (_) @container name: (type_identifier) @name) body: (_)) @definition.class
(template_declaration (struct_specifier name: (type_identifier) @name body: (_))) @definition.struct
(template_declaration (struct_specifier name: (template_type name: (_) @name) body: (_))) @definition.struct
; A type without a name of its own is called as its typedef calls it.
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.enum
(type_definition type: (struct_specifier name: (_) @name body: (_))) @definition.struct
(type_definition type: (union_specifier name: (_) @name body: (_))) @definition.struct
(type_definition type: (enum_specifier name: (_) @name body: (_))) @definition.enum
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(struct_specifier name: (template_type name: (_) @name) body: (_)) @definition.struct
(struct_specifier name: (qualified_identifier scope: (_) @container name: (type_identifier) @name) body: (_)) @definition.struct
(struct_specifier name: (qualified_identifier scope: (_) @container name: (template_type name: (_) @name)) body: (_)) @definition.struct
(template_declaration (union_specifier name: (type_identifier) @name body: (_))) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant

; Members, defined or only declared in the class. One without a type is a constructor.
(field_declaration_list (template_declaration (function_definition !type
  declarator: (function_declarator declarator: (identifier) @name))) @definition.constructor)
(field_declaration_list (template_declaration (declaration !type
  declarator: (function_declarator declarator: (identifier) @name))) @definition.constructor)
(field_declaration_list (function_definition !type
  declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor)
(field_declaration_list (declaration !type
  declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor)
(field_declaration_list (template_declaration (_
  declarator: (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))) @definition.method)
(field_declaration_list (template_declaration (_
  declarator: (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name)))) @definition.method)
(field_declaration_list (_
  declarator: (function_declarator declarator: [(field_identifier) (operator_name) (destructor_name)] @name)) @definition.method)
(field_declaration_list (_
  declarator: (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))) @definition.method)
(field_declaration_list (_
  declarator: (_ (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name)))) @definition.method)

; Conversions: the name is all from the keyword to the end of the type.
(field_declaration_list (template_declaration (_
  declarator: (operator_cast "operator" @name
    type: (_) @name.end declarator: [
      (abstract_function_declarator)
      (abstract_pointer_declarator "*" @name.end declarator: (abstract_function_declarator))
      (abstract_pointer_declarator "*" declarator: (abstract_pointer_declarator "*" @name.end))
      (abstract_reference_declarator ["&" "&&"] @name.end)]))) @definition.method)
(field_declaration_list (_
  declarator: (operator_cast "operator" @name
    type: (_) @name.end declarator: [
      (abstract_function_declarator)
      (abstract_pointer_declarator "*" @name.end declarator: (abstract_function_declarator))
      (abstract_pointer_declarator "*" declarator: (abstract_pointer_declarator "*" @name.end))
      (abstract_reference_declarator ["&" "&&"] @name.end)])) @definition.method)
(template_declaration (function_definition declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: (operator_cast "operator" @name
    type: (_) @name.end declarator: [
      (abstract_function_declarator)
      (abstract_pointer_declarator "*" @name.end declarator: (abstract_function_declarator))
      (abstract_pointer_declarator "*" declarator: (abstract_pointer_declarator "*" @name.end))
      (abstract_reference_declarator ["&" "&&"] @name.end)])))) @definition.method
(function_definition declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: (operator_cast "operator" @name
    type: (_) @name.end declarator: [
      (abstract_function_declarator)
      (abstract_pointer_declarator "*" @name.end declarator: (abstract_function_declarator))
      (abstract_pointer_declarator "*" declarator: (abstract_pointer_declarator "*" @name.end))
      (abstract_reference_declarator ["&" "&&"] @name.end)]))) @definition.method

; A macro before the name of a class (class EXPORT Name {): the grammar takes it for a function with statements.
(function_definition type: (class_specifier !body) declarator: (identifier) @name) @definition.class
(function_definition type: (struct_specifier !body) declarator: (identifier) @name) @definition.struct
(function_definition type: [(class_specifier !body) (struct_specifier !body)] declarator: (identifier)
  body: (compound_statement (_ declarator: (function_declarator declarator: (identifier) @name)) @definition.method))
(function_definition type: [(class_specifier !body) (struct_specifier !body)] declarator: (identifier)
  body: (compound_statement (_ declarator: (_ (function_declarator declarator: (identifier) @name))) @definition.method))
(function_definition type: [(class_specifier !body) (struct_specifier !body)] declarator: (identifier)
  body: (compound_statement (_ declarator: (_ (_ (function_declarator declarator: (identifier) @name)))) @definition.method))
(function_definition type: [(class_specifier !body) (struct_specifier !body)] declarator: (identifier)
  body: (compound_statement (labeled_statement
    (_ declarator: (function_declarator declarator: (identifier) @name)) @definition.method)))
(function_definition type: [(class_specifier !body) (struct_specifier !body)] declarator: (identifier)
  body: (compound_statement (labeled_statement
    (_ declarator: (_ (function_declarator declarator: (identifier) @name))) @definition.method)))

; Members defined outside the class.
(template_declaration (function_definition !type declarator: (function_declarator declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: (identifier) @name)))) @definition.constructor
(function_definition !type declarator: (function_declarator declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: (identifier) @name))) @definition.constructor
(template_declaration (function_definition declarator: (function_declarator declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: [(identifier) (operator_name) (destructor_name)] @name)))) @definition.method
(template_declaration (function_definition declarator: (_ (function_declarator declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: [(identifier) (operator_name)] @name))))) @definition.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: [(identifier) (operator_name) (destructor_name)] @name))) @definition.method
(function_definition declarator: (_ (function_declarator declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: [(identifier) (operator_name)] @name)))) @definition.method
(function_definition declarator: (_ (_ (function_declarator declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: [(identifier) (operator_name)] @name))))) @definition.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: (qualified_identifier
    scope: [(namespace_identifier) @container (template_type name: (_) @container)]
    name: [(identifier) (operator_name) (destructor_name)] @name)))) @definition.method

; Explicit specialisations.
(template_declaration (function_definition declarator: (function_declarator declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: (template_function name: (identifier) @name))))) @definition.method
(template_declaration (function_definition declarator: (_ (function_declarator declarator: (qualified_identifier
  scope: [(namespace_identifier) @container (template_type name: (_) @container)]
  name: (template_function name: (identifier) @name)))))) @definition.method
(template_declaration (function_definition declarator: (function_declarator
  declarator: (template_function name: (identifier) @name)))) @definition.function
(template_declaration (function_definition declarator: (_ (function_declarator
  declarator: (template_function name: (identifier) @name))))) @definition.function
(template_declaration (function_definition declarator: (_ (_ (function_declarator
  declarator: (template_function name: (identifier) @name)))))) @definition.function

(template_declaration (function_definition declarator: (function_declarator
  declarator: [(identifier) (operator_name)] @name))) @definition.function
(template_declaration (function_definition declarator: (_ (function_declarator
  declarator: [(identifier) (operator_name)] @name)))) @definition.function
(function_definition declarator: (function_declarator
  declarator: [(identifier) (operator_name)] @name)) @definition.function
(function_definition declarator: (_ (function_declarator
  declarator: [(identifier) (operator_name)] @name))) @definition.function
(function_definition declarator: (_ (_ (function_declarator
  declarator: [(identifier) (operator_name)] @name)))) @definition.function

; Members below a condition of the preprocessor, or in a class that has an error.
(function_definition declarator: (function_declarator
  declarator: [(field_identifier) (destructor_name)] @name)) @definition.method
(function_definition declarator: (_ (function_declarator declarator: (field_identifier) @name))) @definition.method
(function_definition declarator: (_ (_ (function_declarator declarator: (field_identifier) @name)))) @definition.method
(function_definition declarator: (operator_cast "operator" @name
  type: (_) @name.end declarator: [
    (abstract_function_declarator)
    (abstract_pointer_declarator "*" @name.end declarator: (abstract_function_declarator))
    (abstract_reference_declarator ["&" "&&"] @name.end)])) @definition.method

(template_declaration (alias_declaration name: (_) @name)) @definition.type
(alias_declaration name: (_) @name) @definition.type
(template_declaration (concept_definition name: (_) @name)) @definition.type
(concept_definition name: (_) @name) @definition.type
(type_definition type: (_ body: (_)) declarator: (type_identifier) @name @definition.type)
(type_definition type: (_ body: (_)) declarator: (_ declarator: (type_identifier) @name @definition.type))
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (_ declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (reference_declarator (type_identifier) @name)) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: [(type_identifier) @name (_ declarator: (type_identifier) @name)])))) @definition.type
(type_definition declarator: (_ declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (type_identifier) @name))))) @definition.type

(field_declaration declarator: (field_identifier) @name) @definition.field
(field_declaration declarator: (_ declarator: (field_identifier) @name)) @definition.field
(field_declaration declarator: (_ !parameters declarator: (_ !parameters declarator: (field_identifier) @name))) @definition.field
(field_declaration declarator: (_ !parameters
  declarator: (_ !parameters declarator: (_ !parameters declarator: (field_identifier) @name)))) @definition.field
(field_declaration declarator: (_ declarator: (parenthesized_declarator
  (pointer_declarator declarator: [(field_identifier) @name (_ declarator: (field_identifier) @name)])))) @definition.field
(field_declaration declarator: (_ declarator: (_ declarator: (parenthesized_declarator
  (pointer_declarator declarator: (field_identifier) @name))))) @definition.field
(field_declaration declarator: (reference_declarator (field_identifier) @name)) @definition.field
(field_declaration declarator: (pointer_declarator declarator: (reference_declarator (field_identifier) @name))) @definition.field
; const T Class::*name_: the grammar takes it for a bit field.
(field_declaration (ERROR) (bitfield_clause (pointer_expression argument: (identifier) @name))) @definition.field

; Static members defined outside the class.
(template_declaration (declaration declarator: [
  (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (identifier) @name)
  (_ !parameters declarator: (qualified_identifier
    scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (identifier) @name))
  (_ !parameters declarator: (_ !parameters declarator: (qualified_identifier
    scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (identifier) @name)))
  (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (qualified_identifier
    scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (identifier) @name))))])) @definition.field
(declaration declarator: [
  (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (identifier) @name)
  (_ !parameters declarator: (qualified_identifier
    scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (identifier) @name))
  (_ !parameters declarator: (_ !parameters declarator: (qualified_identifier
    scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (identifier) @name)))
  (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (qualified_identifier
    scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (identifier) @name))))]) @definition.field

; Variables of the file. A function that is only declared has parameters; the pointer to one stands in parentheses.
; What is declared by extern stands elsewhere; so does a variable in a function, hence the parents.
((translation_unit (declaration type: (_ !body)
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ]) @definition.field)
  (#not-match? @definition.field "^extern\\s"))
((translation_unit (preproc_ifdef (declaration type: (_ !body)
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ]) @definition.field))
  (#not-match? @definition.field "^extern\\s"))
((translation_unit (preproc_if (declaration type: (_ !body)
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ]) @definition.field))
  (#not-match? @definition.field "^extern\\s"))
((translation_unit (_ alternative: (_ (declaration type: (_ !body)
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ]) @definition.field)))
  (#not-match? @definition.field "^extern\\s"))
((translation_unit (preproc_ifdef (preproc_ifdef (declaration type: (_ !body)
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ]) @definition.field)))
  (#not-match? @definition.field "^extern\\s"))
((translation_unit (preproc_ifdef (preproc_if (declaration type: (_ !body)
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ]) @definition.field)))
  (#not-match? @definition.field "^extern\\s"))
((declaration_list (declaration type: (_ !body)
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ]) @definition.field)
  (#not-match? @definition.field "^extern\\s"))
((declaration_list (preproc_ifdef (declaration type: (_ !body)
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ]) @definition.field))
  (#not-match? @definition.field "^extern\\s"))
((declaration_list (preproc_if (declaration type: (_ !body)
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ]) @definition.field))
  (#not-match? @definition.field "^extern\\s"))
(translation_unit (declaration type: (_ body: (_))
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ] @definition.field))
(translation_unit (preproc_ifdef (declaration type: (_ body: (_))
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ] @definition.field)))
(declaration_list (declaration type: (_ body: (_))
  declarator: [
    (identifier) @name
    (_ !parameters declarator: (identifier) @name)
    (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name)))
    (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (_ !parameters declarator: (identifier) @name))))
    (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (_ declarator: (_ declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]))))
    (reference_declarator (identifier) @name)
    (init_declarator declarator: (reference_declarator (identifier) @name))
  ] @definition.field))
(template_declaration (declaration declarator: (init_declarator declarator: (identifier) @name))) @definition.field

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

; auto [left, right] = …
(translation_unit (declaration (init_declarator
  declarator: (structured_binding_declarator (identifier) @name))) @definition.field)
(declaration_list (declaration (init_declarator
  declarator: (structured_binding_declarator (identifier) @name))) @definition.field)
(translation_unit [
  (preproc_ifdef (declaration (init_declarator
    declarator: (structured_binding_declarator (identifier) @name))) @definition.field)
  (preproc_if (declaration (init_declarator
    declarator: (structured_binding_declarator (identifier) @name))) @definition.field)])
