-- What was deleted and when, so that a client that was away learns of it; kept 90 days. A case that came back outdates its row.
CREATE TABLE cases.tombstone (
    task_id    text           NOT NULL PRIMARY KEY,
    deleted_at timestamptz(3) NOT NULL
);

CREATE INDEX tombstone_age ON cases.tombstone (deleted_at);

CREATE FUNCTION cases.bury() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO cases.tombstone (task_id, deleted_at) SELECT id, clock_timestamp() FROM removed
    ON CONFLICT (task_id) DO UPDATE SET deleted_at = excluded.deleted_at;
    RETURN NULL;
END $$;

CREATE TRIGGER bury AFTER DELETE ON cases.task
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION cases.bury();

-- States that both sides of a synchronisation had: the bases of three-way merges. Kept 90 days after they were last of use.
CREATE TABLE cases.revision (
    task_id   text           NOT NULL,
    hash      text           NOT NULL,
    -- canonical JSON of the state that was hashed
    content   text           NOT NULL,
    synced_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (task_id, hash)
);

CREATE INDEX revision_age ON cases.revision (synced_at);

-- Hashes that were computed, good as long as the case has this version.
CREATE TABLE cases.fingerprint (
    task_id text   NOT NULL PRIMARY KEY REFERENCES cases.task (id) ON DELETE CASCADE,
    version bigint NOT NULL,
    hash    text   NOT NULL
);
