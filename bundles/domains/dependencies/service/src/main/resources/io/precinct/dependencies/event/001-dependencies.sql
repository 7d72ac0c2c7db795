-- The names of nodes, each once; a row never changes.
CREATE TABLE dependencies.node (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE
);

-- What was said, in the order in which it was accepted. Rows are added and nothing else. Source depends on target, or is
-- a client of it; an event that said it the other way round ("used-by") is marked so.
CREATE TABLE dependencies.event (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id text NOT NULL UNIQUE,
    at timestamptz NOT NULL,
    producer text NOT NULL,
    asserted boolean NOT NULL,
    source integer NOT NULL,
    target integer NOT NULL,
    type smallint NOT NULL,
    inverse boolean NOT NULL,
    meta text
);

CREATE INDEX event_source ON dependencies.event (source, type, target, producer, at DESC, seq DESC) INCLUDE (asserted);

CREATE INDEX event_target ON dependencies.event (target, type, source, producer, at DESC, seq DESC) INCLUDE (asserted);

CREATE INDEX event_at ON dependencies.event USING brin (at);

CREATE FUNCTION dependencies.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are added, and neither changed nor deleted';
END
$$;

CREATE TRIGGER event_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON dependencies.event
    FOR EACH STATEMENT EXECUTE FUNCTION dependencies.refuse_change();

-- What they add up to: the latest event of each producer about each edge, by its time, and of one time the one that was
-- accepted last.
CREATE TABLE dependencies.edge (
    source integer NOT NULL,
    type smallint NOT NULL,
    target integer NOT NULL,
    producer text NOT NULL,
    at timestamptz NOT NULL,
    seq bigint NOT NULL,
    asserted boolean NOT NULL,
    meta text,
    PRIMARY KEY (source, type, target, producer)
) WITH (fillfactor = 80);

CREATE INDEX edge_target ON dependencies.edge (target, type, source) INCLUDE (asserted);
