-- The last version of each node that was removed, so that no version of a slug is ever given twice.
-- precinct: expand
CREATE TABLE graph.departure (
    slug         text   COLLATE "C" NOT NULL PRIMARY KEY,
    last_version bigint NOT NULL
);

CREATE FUNCTION graph.depart() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO graph.departure AS d (slug, last_version) SELECT slug, version FROM removed
    ON CONFLICT (slug) DO UPDATE SET last_version = greatest(d.last_version, excluded.last_version);
    RETURN NULL;
END $$;

CREATE TRIGGER depart AFTER DELETE ON graph.node
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION graph.depart();
