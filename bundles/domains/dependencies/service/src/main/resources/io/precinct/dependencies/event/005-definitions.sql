-- The names that the files of repositories define, as the last import of each found them. A name that several producers
-- define is told apart in their edges. Written in the transaction that adds the events of the import.
CREATE TABLE dependencies.definition (
    producer text NOT NULL,
    name text NOT NULL,
    path text NOT NULL
);

CREATE INDEX definition_producer ON dependencies.definition (producer);

CREATE INDEX definition_name ON dependencies.definition (name);
