-- Edges of type 3 say that two nodes are the same. Every walk asks whether there are any, and most graphs have none.
CREATE INDEX edge_same ON dependencies.edge (source) WHERE type = 3;
