-- What an importer said is read as a whole whenever it imports. Other producers have no entry here and pay nothing for it.
CREATE INDEX edge_import ON dependencies.edge (producer) WHERE producer LIKE 'import:%';
