(decorated_definition definition: (class_definition name: (identifier) @name)) @definition.class
(class_definition name: (identifier) @name) @definition.class

; A function is a method where it stands in a class, also below a condition there.
(class_definition body: (block (decorated_definition definition: (function_definition name: (identifier) @name)) @definition.method))
(class_definition body: (block (function_definition name: (identifier) @name) @definition.method))
(class_definition body: (block (if_statement (block (decorated_definition definition: (function_definition name: (identifier) @name)) @definition.method))))
(class_definition body: (block (if_statement (block (function_definition name: (identifier) @name) @definition.method))))
(class_definition body: (block (if_statement (_ (block (decorated_definition definition: (function_definition name: (identifier) @name)) @definition.method)))))
(class_definition body: (block (if_statement (_ (block (function_definition name: (identifier) @name) @definition.method)))))
(class_definition body: (block (try_statement (block (decorated_definition definition: (function_definition name: (identifier) @name)) @definition.method))))
(class_definition body: (block (try_statement (_ (block (decorated_definition definition: (function_definition name: (identifier) @name)) @definition.method)))))
(class_definition body: (block (try_statement (block (function_definition name: (identifier) @name) @definition.method))))
(class_definition body: (block (try_statement (_ (block (function_definition name: (identifier) @name) @definition.method)))))
(decorated_definition definition: (function_definition name: (identifier) @name)) @definition.function
(function_definition name: (identifier) @name) @definition.function

(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type

; What a line of a module or class assigns to: a name, several at once, or one behind the other (a = b = 0).
((class_definition body: (block (expression_statement (assignment left: [
  (identifier) @name
  (pattern_list [(identifier) @name (list_splat_pattern (identifier) @name)])
  (tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (_ [(tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)]) (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])])])) @definition.constant))
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))
((class_definition body: (block (expression_statement (assignment right: (assignment left: [
  (identifier) @name
  (pattern_list [(identifier) @name (list_splat_pattern (identifier) @name)])
  (tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (_ [(tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)]) (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])])]))) @definition.constant))
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))
(class_definition body: (block (expression_statement (assignment left: [
  (identifier) @name
  (pattern_list [(identifier) @name (list_splat_pattern (identifier) @name)])
  (tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (_ [(tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)]) (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])])])) @definition.field))
(class_definition body: (block (expression_statement (assignment right: (assignment left: [
  (identifier) @name
  (pattern_list [(identifier) @name (list_splat_pattern (identifier) @name)])
  (tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (_ [(tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)]) (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])])]))) @definition.field))
((module (expression_statement (assignment left: [
  (identifier) @name
  (pattern_list [(identifier) @name (list_splat_pattern (identifier) @name)])
  (tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (_ [(tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)]) (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])])])) @definition.constant)
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))
((module (expression_statement (assignment right: (assignment left: [
  (identifier) @name
  (pattern_list [(identifier) @name (list_splat_pattern (identifier) @name)])
  (tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (_ [(tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)]) (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])])]))) @definition.constant)
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))
(module (expression_statement (assignment left: [
  (identifier) @name
  (pattern_list [(identifier) @name (list_splat_pattern (identifier) @name)])
  (tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (_ [(tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)]) (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])])])) @definition.field)
(module (expression_statement (assignment right: (assignment left: [
  (identifier) @name
  (pattern_list [(identifier) @name (list_splat_pattern (identifier) @name)])
  (tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (_ [(tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)]) (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])])]))) @definition.field)

; The same below a condition, in a try or with of the module.
((module [
  (if_statement (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.constant)))
  (if_statement (_ (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.constant))))
  (try_statement (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.constant)))
  (try_statement (_ (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.constant))))
  (with_statement (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.constant)))
  (if_statement (block (try_statement (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.constant)))))
  (if_statement (block (try_statement (_ (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.constant))))))])
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))
(module [
  (if_statement (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.field)))
  (if_statement (_ (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.field))))
  (try_statement (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.field)))
  (try_statement (_ (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.field))))
  (with_statement (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.field)))
  (if_statement (block (try_statement (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.field)))))
  (if_statement (block (try_statement (_ (block (expression_statement (assignment left: [
    (identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.field))))))])
