-- Written by mutations without a number; numbered once it is committed (number.sql).
CREATE TABLE events.outbox (
    id bigint GENERATED ALWAYS AS IDENTITY,
    seq bigint,
    topic text NOT NULL,
    type text NOT NULL,
    principal text,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    data text NOT NULL
) WITH (
    -- Every row dies once, when it gets its number.
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 5000
);

CREATE INDEX outbox_waiting ON events.outbox (id) WHERE seq IS NULL;

CREATE UNIQUE INDEX outbox_seq ON events.outbox (seq) WHERE seq IS NOT NULL;

-- The highest number given so far: it outlives the rows.
CREATE TABLE events.head (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    last bigint NOT NULL
);

INSERT INTO events.head (last) VALUES (0);
