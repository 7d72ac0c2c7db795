[(comment) (js_comment)] @comment
(string_value) @string
[(integer_value) (float_value) (color_value)] @number

(tag_name) @tag
[(class_name) (id_name) (keyframes_name)] @type
(attribute_name) @attribute
[(property_name) (feature_name)] @property
(function_name) @function
(plain_value) @constant

[(at_keyword) (important) "@charset" "@import" "@keyframes" "@media" "@namespace" "@supports" "and" "not" "only" "or"] @keyword
["+" "-" "*" "/" "~" ">" "=" "^=" "|=" "~=" "$=" "*="] @operator
