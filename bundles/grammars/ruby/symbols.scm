(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_) @container name: (_) @name)) @definition.class
(class name: (scope_resolution !scope name: (_) @name)) @definition.class
(module name: (constant) @name) @definition.module
(module name: (scope_resolution scope: (_) @container name: (_) @name)) @definition.module
(module name: (scope_resolution !scope name: (_) @name)) @definition.module

(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method

(assignment left: (constant) @name right: (call
  receiver: (constant) @_of method: (identifier) @_new)
  (#any-of? @_of "Class" "Struct" "Data") (#any-of? @_new "new" "define")) @definition.class
(assignment left: (constant) @name) @definition.constant
(assignment left: (left_assignment_list [
  (constant) @name
  (rest_assignment (constant) @name)
  (destructured_left_assignment [(constant) @name (rest_assignment (constant) @name)])])) @definition.constant

; Methods that other methods define, named by symbols or texts.
((call !receiver
  method: (identifier) @_attribute
  arguments: (argument_list [(simple_symbol) @name (_ . (string_content) @name .)])) @definition.method
  (#any-of? @_attribute "attr_reader" "attr_writer" "attr_accessor")
  (#strip! @name "^:"))
((call !receiver
  method: (identifier) @_defines
  arguments: (argument_list . [(simple_symbol) @name (_ . (string_content) @name .)])) @definition.method
  (#any-of? @_defines "alias_method" "define_method" "define_singleton_method")
  (#strip! @name "^:"))
((alias name: [(identifier) (constant) (setter) (operator) (simple_symbol)] @name) @definition.method
  (#strip! @name "^:"))
