(comment) @comment
(string) @string
[(integer) (float)] @number
[(true) (false) (none)] @constant

(decorator "@" @attribute [(identifier) (attribute) (call function: (_))] @attribute)
(class_definition name: (identifier) @type)
(function_definition name: (identifier) @function)
(call function: [(identifier) @function (attribute attribute: (identifier) @function)])
(type (identifier) @type)
(attribute attribute: (identifier) @property)
((identifier) @constant (#match? @constant "^_*[A-Z][A-Z0-9_]+$"))

["and" "as" "assert" "async" "await" "break" "case" "class" "continue" "def" "del" "elif" "else" "except" "finally" "for"
  "from" "global" "if" "import" "in" "is" "lambda" "match" "nonlocal" "not" "or" "pass" "raise" "return" "try" "type" "while"
  "with" "yield"] @keyword
["=" "+" "-" "*" "**" "/" "//" "%" "@" "&" "|" "^" "~" "<<" ">>" "<" ">" "<=" ">=" "==" "!=" "->" ":="
  "+=" "-=" "*=" "**=" "/=" "//=" "%=" "@=" "&=" "|=" "^=" "<<=" ">>="] @operator
