-- What stays of a case that was deleted, for good: its last version, so that no version of an id is ever given twice, and who
-- deleted it, when and in what way. "content" is what the trash restores. It is null once the trash is emptied, and for a case
-- that was created again.
-- precinct: expand
CREATE TABLE cases.departure (
    id         text           NOT NULL PRIMARY KEY,
    version    bigint         NOT NULL,
    label      text,
    detective  text,
    deleted_at timestamptz(3) NOT NULL,
    deleted_by text,
    via        text,
    content    text
);

CREATE INDEX departure_trash ON cases.departure (deleted_at, id) WHERE content IS NOT NULL;

-- An earlier version of the service deletes cases without a word about them. The number is kept all the same.
CREATE OR REPLACE FUNCTION cases.bury() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO cases.tombstone (task_id, deleted_at)
        SELECT id, date_trunc('milliseconds', clock_timestamp()) FROM removed
    ON CONFLICT (task_id) DO UPDATE SET deleted_at = excluded.deleted_at;
    INSERT INTO cases.departure AS d (id, version, label, detective, deleted_at)
        SELECT id, version, label, detective, date_trunc('milliseconds', clock_timestamp()) FROM removed
    ON CONFLICT (id) DO UPDATE SET version = greatest(d.version, excluded.version),
        label = excluded.label, detective = excluded.detective, deleted_at = excluded.deleted_at,
        deleted_by = NULL, via = NULL, content = NULL;
    RETURN NULL;
END $$;
