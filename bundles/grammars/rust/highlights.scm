[(line_comment) (block_comment)] @comment
[(string_literal) (raw_string_literal) (char_literal)] @string
[(integer_literal) (float_literal)] @number
(boolean_literal) @constant

[(attribute_item) (inner_attribute_item)] @attribute
[(type_identifier) (primitive_type)] @type
(function_item name: (_) @function)
(function_signature_item name: (_) @function)
(macro_definition name: (_) @function)
(macro_invocation macro: (_) @function)
(call_expression function: [
  (identifier) @function
  (scoped_identifier name: (_) @function)
  (field_expression field: (_) @function)])
(const_item name: (_) @constant)
(static_item name: (_) @constant)
(enum_variant name: (_) @constant)
[(field_identifier) (shorthand_field_identifier)] @property
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))

[(self) (super) (crate) (mutable_specifier)
  "as" "async" "await" "break" "const" "continue" "dyn" "else" "enum" "extern" "fn" "for" "if" "impl" "in" "let" "loop"
  "macro_rules!" "match" "mod" "move" "pub" "ref" "return" "static" "struct" "trait" "type" "union" "unsafe" "use" "where"
  "while" "yield"] @keyword
["=" "+" "-" "*" "/" "%" "&" "|" "^" "!" "<" ">" "<=" ">=" "==" "!=" "&&" "||" "->" "=>" ".." "..=" "?" "<<" ">>"
  "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>="] @operator
