(comment) @comment
[(string) (heredoc_body) (heredoc_beginning) (regex) (character) (simple_symbol) (delimited_symbol) (hash_key_symbol)
  (bare_string) (bare_symbol)] @string
[(integer) (float)] @number
[(true) (false) (nil)] @constant

(class name: (_) @type)
(module name: (_) @type)
(method name: (_) @function)
(singleton_method name: (_) @function)
(call method: (_) @function)
(constant) @type
[(instance_variable) (class_variable) (global_variable)] @property

[(self) (super)
  "alias" "and" "begin" "break" "case" "class" "def" "do" "else" "elsif" "end" "ensure" "for" "if" "in" "module" "next" "not"
  "or" "redo" "rescue" "retry" "return" "then" "undef" "unless" "until" "when" "while" "yield"] @keyword
["=" "+" "-" "*" "**" "/" "%" "&" "|" "^" "!" "~" "<" ">" "<=" ">=" "==" "===" "!=" "<=>" "=~" "!~" "&&" "||" "=>" "->"
  ".." "..." "<<" ">>" "&." "::" "+=" "-=" "*=" "/=" "||=" "&&="] @operator
