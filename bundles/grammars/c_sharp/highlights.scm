(comment) @comment
[(string_literal) (verbatim_string_literal) (raw_string_literal) (interpolated_string_expression) (character_literal)] @string
[(integer_literal) (real_literal)] @number
[(boolean_literal) (null_literal)] @constant

(attribute name: (_) @attribute)
[(predefined_type) (implicit_type)] @type
(class_declaration name: (_) @type)
(struct_declaration name: (_) @type)
(interface_declaration name: (_) @type)
(enum_declaration name: (_) @type)
(record_declaration name: (_) @type)
(delegate_declaration name: (_) @type)
(object_creation_expression type: (identifier) @type)
(base_list (identifier) @type)
(parameter type: (identifier) @type)
(variable_declaration type: (identifier) @type)
(method_declaration returns: (identifier) @type)
(generic_name (identifier) @type)
(method_declaration name: (_) @function)
(constructor_declaration name: (_) @function)
(local_function_statement name: (_) @function)
(invocation_expression function: [(identifier) @function (member_access_expression name: (_) @function)])
(enum_member_declaration name: (_) @constant)
(property_declaration name: (_) @property)
(member_access_expression name: (identifier) @property)

[(modifier) "this" "base"
  "as" "async" "await" "break" "by" "case" "catch" "checked" "class" "const" "continue" "default" "delegate" "do" "else"
  "enum" "event" "explicit" "extern" "finally" "fixed" "for" "foreach" "from" "get" "goto" "if" "implicit" "in" "init"
  "interface" "is" "join" "let" "lock" "namespace" "new" "not" "on" "operator" "or" "orderby" "out" "params" "record" "ref"
  "return" "select" "set" "sizeof" "static" "struct" "switch" "throw" "try" "typeof" "unchecked" "unsafe" "using" "when" "where"
  "while" "with" "yield"] @keyword
["=" "+" "-" "*" "/" "%" "&" "|" "^" "!" "~" "<" ">" "<=" ">=" "==" "!=" "&&" "||" "??" "++" "--" "=>" "?" "<<" ">>"
  "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" "??="] @operator
