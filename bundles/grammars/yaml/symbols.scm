; The keys of the outermost mapping of each document.
(document (block_node (block_mapping (block_mapping_pair key: (flow_node [
  (plain_scalar (_) @name)
  (double_quote_scalar) @name
  (single_quote_scalar) @name])) @definition.field)))
