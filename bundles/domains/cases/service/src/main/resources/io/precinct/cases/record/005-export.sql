-- Cases to be exported. Append-only, so that a mutation never waits for an export; rows of one case are done together.
CREATE TABLE cases.export_queue (
    id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task_id      text        NOT NULL,
    reason       text        NOT NULL,
    requested_by text        NOT NULL,
    attempts     integer     NOT NULL DEFAULT 0,
    not_before   timestamptz NOT NULL DEFAULT now()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

CREATE INDEX export_queue_due ON cases.export_queue (not_before, id);
CREATE INDEX export_queue_task ON cases.export_queue (task_id);

-- The highest version that an artifact of a case carries; it outlives the case.
CREATE TABLE cases.export_artifact (
    task_id text   NOT NULL PRIMARY KEY,
    highest bigint NOT NULL
);

-- What was exported, by UTC day and reason.
CREATE TABLE cases.export_day (
    day      date           NOT NULL,
    reason   text           NOT NULL,
    exports  bigint         NOT NULL,
    failures bigint         NOT NULL,
    last_at  timestamptz(3),
    PRIMARY KEY (day, reason)
);
