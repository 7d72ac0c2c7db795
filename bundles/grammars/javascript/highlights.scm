(jsx_opening_element name: (_) @tag)
(jsx_closing_element name: (_) @tag)
(jsx_self_closing_element name: (_) @tag)
(jsx_attribute (property_identifier) @attribute)

[(comment) (html_comment)] @comment
[(string) (template_string) (regex)] @string
(number) @number
[(true) (false) (null) (undefined)] @constant

(decorator [(identifier) (call_expression function: (_)) (member_expression)] @attribute)
(class_declaration name: (_) @type)
(class name: (_) @type)
(new_expression constructor: (identifier) @type)
(function_declaration name: (_) @function)
(generator_function_declaration name: (_) @function)
(function_expression name: (_) @function)
(variable_declarator name: (identifier) @function value: [(function_expression) (arrow_function)])
(method_definition name: (_) @function)
(call_expression function: [(identifier) @function (member_expression property: (_) @function)])
[(property_identifier) (private_property_identifier) (shorthand_property_identifier)] @property
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))

[(this) (super)
  "as" "async" "await" "break" "case" "catch" "class" "const" "continue" "debugger" "default" "delete" "do"
  "else" "export" "extends" "finally" "for" "from" "function" "get" "if" "import" "in" "instanceof" "let" "new" "of"
  "return" "set" "static" "switch" "throw" "try" "typeof" "var" "void" "while" "with" "yield"] @keyword

["=" "+" "-" "*" "**" "/" "%" "&" "|" "^" "!" "~" "<" ">" "<=" ">=" "==" "===" "!=" "!==" "&&" "||" "??" "++" "--"
  "=>" "..." "?" "+=" "-=" "*=" "**=" "/=" "%=" "&=" "|=" "^=" "<<" ">>" ">>>" "<<=" ">>=" ">>>=" "&&=" "||=" "??="] @operator
