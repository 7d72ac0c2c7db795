[(comment) (block_comment)] @comment
[(string) (interpolated_string_expression) (character_literal)] @string
[(integer_literal) (floating_point_literal)] @number
[(boolean_literal) (null_literal)] @constant

(annotation) @attribute
(type_identifier) @type
(class_definition name: (_) @type)
(object_definition name: (_) @type)
(trait_definition name: (_) @type)
(enum_definition name: (_) @type)
(function_definition name: (_) @function)
(function_declaration name: (_) @function)
(call_expression function: [(identifier) @function (field_expression field: (_) @function)])
(simple_enum_case name: (_) @constant)
(full_enum_case name: (_) @constant)
(field_expression field: (identifier) @property)
(class_parameter name: (_) @property)

[(access_modifier) (inline_modifier) (opaque_modifier) (open_modifier) (transparent_modifier) (infix_modifier)
  "abstract" "case" "catch" "class" "def" "derives" "do" "else" "end" "enum" "export" "extends" "extension" "final"
  "finally" "for" "given" "if" "implicit" "import" "lazy" "macro" "match" "new" "object" "override" "package"
  "return" "sealed" "then" "throw" "trait" "try" "type" "using" "val" "var" "while" "with" "yield"] @keyword
[(operator_identifier) "=" "=>" "<-" "+" "-" "!" "~" "*" "|"] @operator
