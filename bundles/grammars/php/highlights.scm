(comment) @comment
[(string) (encapsed_string) (heredoc) (nowdoc)] @string
[(integer) (float)] @number
[(boolean) (null)] @constant

[(php_tag) (php_end_tag)] @tag
(attribute (_) @attribute)
[(primitive_type) (named_type) (cast_type)] @type
(class_declaration name: (_) @type)
(interface_declaration name: (_) @type)
(trait_declaration name: (_) @type)
(enum_declaration name: (_) @type)
(object_creation_expression (name) @type)
(function_definition name: (_) @function)
(method_declaration name: (_) @function)
(function_call_expression function: (_) @function)
(member_call_expression name: (_) @function)
(scoped_call_expression name: (_) @function)
(const_element (name) @constant)
(enum_case name: (_) @constant)
(member_access_expression name: (_) @property)
(variable_name) @property

[(visibility_modifier) (static_modifier) (abstract_modifier) (final_modifier) (readonly_modifier)
  "as" "break" "case" "catch" "class" "clone" "const" "continue" "declare" "default" "do" "echo" "else" "elseif" "enum"
  "extends" "finally" "fn" "for" "foreach" "function" "global" "goto" "if" "implements" "include" "include_once" "instanceof"
  "interface" "match" "namespace" "new" "print" "require" "require_once" "return" "switch" "throw" "trait" "try" "unset" "use"
  "while" "yield" "and" "or" "xor"] @keyword
["=" "+" "-" "*" "**" "/" "%" "." "&" "|" "^" "!" "~" "<" ">" "<=" ">=" "==" "===" "!=" "!==" "<=>" "&&" "||" "??" "++" "--"
  "->" "?->" "=>" "::" "?" "<<" ">>" "+=" "-=" "*=" "/=" ".=" "%=" "??="] @operator
