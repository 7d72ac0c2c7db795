(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_) @container name: (_) @name)) @definition.class
(class name: (scope_resolution !scope name: (_) @name)) @definition.class
(module name: (constant) @name) @definition.module
(module name: (scope_resolution scope: (_) @container name: (_) @name)) @definition.module

(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method

(assignment left: (constant) @name right: (call
  receiver: (constant) @_of method: (identifier) @_new)
  (#any-of? @_of "Class" "Struct" "Data") (#any-of? @_new "new" "define")) @definition.class
(assignment left: (constant) @name) @definition.constant
