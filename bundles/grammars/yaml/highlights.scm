(comment) @comment
(block_mapping_pair key: (flow_node) @property)
(flow_pair key: (flow_node) @property)
[(string_scalar) (double_quote_scalar) (single_quote_scalar) (block_scalar)] @string
[(integer_scalar) (float_scalar)] @number
[(boolean_scalar) (null_scalar)] @constant
(tag) @type
[(anchor) (alias)] @attribute
["-" ":" "?" "---" "..." ">" "|"] @operator
