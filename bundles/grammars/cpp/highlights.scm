(comment) @comment
[(string_literal) (system_lib_string) (char_literal)] @string
(number_literal) @number
[(true) (false) (null)] @constant

[(type_identifier) (primitive_type) (sized_type_specifier)] @type
(function_declarator declarator: [(identifier) (field_identifier)] @function)
(call_expression function: [(identifier) @function (field_expression field: (_) @function)])
(preproc_function_def name: (_) @function)
(preproc_def name: (_) @constant)
(enumerator name: (_) @constant)
(field_identifier) @property
(attribute_declaration) @attribute
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(raw_string_literal) @string
(namespace_identifier) @type
(qualified_identifier name: (identifier) @function)
[(destructor_name) (operator_name)] @function

[(preproc_directive) (this) (auto)
  "break" "case" "const" "continue" "default" "do" "else" "enum" "extern" "for" "goto" "if" "inline" "register"
  "restrict" "return" "sizeof" "static" "struct" "switch" "typedef" "union" "volatile" "while"
  "#define" "#elif" "#else" "#endif" "#if" "#ifdef" "#ifndef" "#include"
  "catch" "class" "co_await" "co_return" "co_yield" "concept" "consteval" "constexpr" "constinit" "decltype" "delete"
  "explicit" "final" "friend" "mutable" "namespace" "new" "noexcept" "operator" "override" "private" "protected" "public"
  "requires" "static_assert" "template" "throw" "try" "typename" "using"] @keyword
["=" "+" "-" "*" "/" "%" "&" "|" "^" "!" "~" "<" ">" "<=" ">=" "==" "!=" "&&" "||" "++" "--" "->" "?" "<<" ">>"
  "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" "<=>" "::"] @operator
