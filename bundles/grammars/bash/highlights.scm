(comment) @comment
[(string) (raw_string) (ansi_c_string) (translated_string) (heredoc_body) (heredoc_start) (regex)] @string
(number) @number

(function_definition name: (word) @function)
(command_name) @function
[(variable_name) (special_variable_name)] @property

["case" "declare" "do" "done" "elif" "else" "esac" "export" "fi" "for" "function" "if" "in" "local" "readonly" "select" "then"
  "typeset" "unset" "until" "while"] @keyword
["=" "+=" "==" "!=" "=~" "<" ">" ">>" "<<" "<<<" "|" "|&" "&" "&&" "||" "!" ";;"] @operator
