; Comments about what encloses them: //! and /*! */
(line_comment inner: (_)) @docstring
(block_comment inner: (_)) @docstring
