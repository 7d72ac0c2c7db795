(function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.function
(function_definition declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name))) @definition.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @definition.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name)))) @definition.function
; TEST(group, name) {: the grammar takes what stands before the body for a call.
(translation_unit (expression_statement (call_expression function: (identifier) @name)) @definition.function . (compound_statement))
(function_definition type: (type_identifier) @name declarator: (parenthesized_declarator (identifier))) @definition.function

; A type without a name of its own is called as its typedef calls it.
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.enum
(type_definition type: (struct_specifier name: (_) @name body: (_))) @definition.struct
(type_definition type: (union_specifier name: (_) @name body: (_))) @definition.struct
(type_definition type: (enum_specifier name: (_) @name body: (_))) @definition.enum
(struct_specifier name: (_) @name body: (_)) @definition.struct
(union_specifier name: (_) @name body: (_)) @definition.struct
(enum_specifier name: (_) @name body: (_)) @definition.enum
(type_definition type: (_ body: (_)) declarator: (type_identifier) @name @definition.type)
(type_definition type: (_ body: (_)) declarator: (_ declarator: (type_identifier) @name @definition.type))
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (_ declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: [(type_identifier) @name (_ declarator: (type_identifier) @name)])))) @definition.type
(type_definition declarator: (_ declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (type_identifier) @name))))) @definition.type

(enumerator name: (identifier) @name) @definition.constant
(field_declaration declarator: (field_identifier) @name) @definition.field
(field_declaration declarator: (_ declarator: (field_identifier) @name)) @definition.field
(field_declaration declarator: (_ declarator: (_ declarator: (field_identifier) @name))) @definition.field
(field_declaration declarator: (_ declarator: (parenthesized_declarator
  (pointer_declarator declarator: [(field_identifier) @name (_ declarator: (field_identifier) @name)])))) @definition.field
(field_declaration declarator: (_ declarator: (_ declarator: (parenthesized_declarator
  (pointer_declarator declarator: (field_identifier) @name))))) @definition.field

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
  ]) @definition.field)
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
  ] @definition.field))

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
