(comment) @comment
(string) @string
(number) @number
[(true) (false) (nil)] @constant

(function_definition_statement name: [(identifier) @function (variable method: (identifier) @function)])
(local_function_definition_statement name: (identifier) @function)
(call function: (variable name: (identifier) @function))
(variable field: (identifier) @property)

["and" "do" "else" "elseif" "end" "for" "function" "if" "in" "local" "not" "or" "repeat" "return" "then" "until" "while"] @keyword
