; The members of the outermost object.
(document (object (pair key: (string (string_content) @name)) @definition.field))
