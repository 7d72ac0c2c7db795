-- The time of a deletion is cut to milliseconds, as those of changes are. Rounded, it could lie behind a change that followed.
CREATE OR REPLACE FUNCTION cases.bury() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO cases.tombstone (task_id, deleted_at)
        SELECT id, date_trunc('milliseconds', clock_timestamp()) FROM removed
    ON CONFLICT (task_id) DO UPDATE SET deleted_at = excluded.deleted_at;
    RETURN NULL;
END $$;
