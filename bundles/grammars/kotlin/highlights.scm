[(line_comment) (multiline_comment)] @comment
[(string_literal) (character_literal)] @string
[(integer_literal) (hex_literal) (bin_literal) (long_literal) (unsigned_literal) (real_literal)] @number
[(boolean_literal) "null"] @constant

(annotation) @attribute
(type_identifier) @type
(function_declaration (simple_identifier) @function)
(call_expression . (simple_identifier) @function)
(call_expression (navigation_expression (navigation_suffix (simple_identifier) @function)))
(enum_entry (simple_identifier) @constant)
(navigation_suffix (simple_identifier) @property)
(class_parameter (simple_identifier) @property)

[(visibility_modifier) (class_modifier) (member_modifier) (function_modifier) (property_modifier) (inheritance_modifier)
  (parameter_modifier) (platform_modifier) (reification_modifier) (variance_modifier)
  "as" "by" "catch" "class" "companion" "constructor" "do" "else" "enum" "finally" "for" "fun" "get" "if" "import" "in" "init"
  "interface" "is" "object" "package" "return" "set" "super" "this" "throw" "try" "typealias" "val" "var" "when" "where"
  "while"] @keyword
["=" "+" "-" "*" "/" "%" "!" "<" ">" "<=" ">=" "==" "===" "!=" "!==" "&&" "||" "?:" "++" "--" "->" "::" "?." "!!" ".."
  "+=" "-=" "*=" "/=" "%="] @operator
