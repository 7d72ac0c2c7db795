; What a link can point to.
(element (start_tag (attribute
  (attribute_name) @_id [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
  (#any-of? @_id "id" "ID")) @definition.field
(element (self_closing_tag (attribute
  (attribute_name) @_id [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
  (#any-of? @_id "id" "ID")) @definition.field
