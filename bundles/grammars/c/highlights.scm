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

[(preproc_directive)
  "break" "case" "const" "continue" "default" "do" "else" "enum" "extern" "for" "goto" "if" "inline" "register"
  "restrict" "return" "sizeof" "static" "struct" "switch" "typedef" "union" "volatile" "while"
  "#define" "#elif" "#else" "#endif" "#if" "#ifdef" "#ifndef" "#include"] @keyword
["=" "+" "-" "*" "/" "%" "&" "|" "^" "!" "~" "<" ">" "<=" ">=" "==" "!=" "&&" "||" "++" "--" "->" "?" "<<" ">>"
  "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>="] @operator
