[(line_comment) (block_comment)] @comment
[(string_literal) (character_literal)] @string
[(decimal_integer_literal) (hex_integer_literal) (octal_integer_literal) (binary_integer_literal)
  (decimal_floating_point_literal) (hex_floating_point_literal)] @number
[(true) (false) (null_literal)] @constant
[(integral_type) (floating_point_type) (boolean_type) (void_type) (type_identifier)] @type

[(marker_annotation name: (_) @attribute) (annotation name: (_) @attribute)]
(class_declaration name: (identifier) @type)
(interface_declaration name: (identifier) @type)
(enum_declaration name: (identifier) @type)
(record_declaration name: (identifier) @type)
(annotation_type_declaration name: (identifier) @type)
(constructor_declaration name: (identifier) @function)
(method_declaration name: (identifier) @function)
(method_invocation name: (identifier) @function)
(enum_constant name: (identifier) @constant)
(field_access field: (identifier) @property)
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))

[(this) (super)
  "@interface" "abstract" "assert" "break" "case" "catch" "class" "continue" "default" "do" "else" "enum" "exports"
  "extends" "final" "finally" "for" "if" "implements" "import" "instanceof" "interface" "module" "native" "new" "non-sealed"
  "open" "opens" "package" "permits" "private" "protected" "provides" "public" "record" "requires" "return" "sealed" "static"
  "strictfp" "switch" "synchronized" "throw" "throws" "to" "transient" "transitive" "try" "uses" "volatile" "when"
  "while" "with" "yield"] @keyword
["=" "+" "-" "*" "/" "%" "&" "|" "^" "!" "~" "<" ">" "==" "!=" "<=" ">=" "&&" "||" "++" "--" "->" "::" "?"
  "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<" ">>" ">>>" "<<=" ">>=" ">>>="] @operator
