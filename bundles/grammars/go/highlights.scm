(comment) @comment
[(interpreted_string_literal) (raw_string_literal) (rune_literal)] @string
[(int_literal) (float_literal) (imaginary_literal)] @number
[(true) (false) (nil) (iota)] @constant

(type_identifier) @type
(function_declaration name: (_) @function)
(method_declaration name: (_) @function)
(method_elem name: (_) @function)
(call_expression function: [(identifier) @function (selector_expression field: (_) @function)])
(const_spec name: (identifier) @constant)
(field_identifier) @property

["break" "case" "chan" "const" "continue" "default" "defer" "else" "fallthrough" "for" "func" "go" "goto" "if" "import"
  "interface" "map" "package" "range" "return" "select" "struct" "switch" "type" "var"] @keyword
["=" ":=" "+" "-" "*" "/" "%" "&" "&^" "|" "^" "!" "<" ">" "<=" ">=" "==" "!=" "&&" "||" "++" "--" "<-" "<<" ">>" "..."
  "+=" "-=" "*=" "/=" "%=" "&=" "&^=" "|=" "^=" "<<=" ">>="] @operator
