; A rule for nothing but a class or an id is captured whole.
(rule_set (selectors . (class_selector . (class_name) @name) .)) @definition.class
(class_selector (class_name) @name @definition.class)
(rule_set (selectors . (id_selector . (id_name) @name) .)) @definition.field
(id_selector (id_name) @name @definition.field)
(declaration (property_name) @name (#match? @name "^--")) @definition.constant
