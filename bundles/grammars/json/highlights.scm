(comment) @comment
(pair key: (_) @property)
(pair value: (string) @string)
(array (string) @string)
(number) @number
[(true) (false) (null)] @constant
