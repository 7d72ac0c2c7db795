(comment) @comment
(doctype) @keyword
[(tag_name) (erroneous_end_tag_name)] @tag
(attribute_name) @attribute
[(attribute_value) (quoted_attribute_value)] @string
["<" "</" ">" "/>" "="] @operator
