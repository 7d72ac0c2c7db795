-- Whom the name of a producer belongs to: the user who wrote with it first, or nobody (null) if no listener
-- authenticated the writer.
CREATE TABLE dependencies.producer (
    name text PRIMARY KEY,
    owner text
);

-- Nobody knows who wrote what is there already.
INSERT INTO dependencies.producer (name) SELECT DISTINCT producer FROM dependencies.edge;
