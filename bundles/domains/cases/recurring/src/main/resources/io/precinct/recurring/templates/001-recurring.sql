-- What cases are generated from. What a query asks for has a column, the rest of what a client says stands in details.
CREATE TABLE recurring.template (
    id              text        PRIMARY KEY,
    label           text        NOT NULL,
    description     text,
    notes           text,
    details         text        NOT NULL,           -- JSON object
    enabled         boolean     NOT NULL,
    next_due        timestamptz,                    -- when the next case is generated
    next_occurrence timestamptz,                    -- what for
    next_date       date,                           -- its local date
    wake_at         timestamptz,                    -- next_due, or when a failed firing is tried again
    last_date       date,                           -- newest date that was fired on schedule
    last_fired      timestamptz,
    fire_count      bigint      NOT NULL DEFAULT 0,
    skipped         bigint      NOT NULL DEFAULT 0, -- occurrences that catching up left out
    waiting_for     text,                           -- the case whose completion the next occurrence follows
    looked_at       timestamptz,                    -- when that case was last looked at
    attempts        integer     NOT NULL DEFAULT 0, -- of the firing that is due
    failing_since   timestamptz,
    failure         text,
    version         bigint      NOT NULL DEFAULT 1,
    field_versions  text        NOT NULL DEFAULT '{}',
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL
);

CREATE INDEX template_created ON recurring.template (created_at, id);
CREATE INDEX template_updated ON recurring.template (updated_at, id);
CREATE INDEX template_label ON recurring.template (label, id);
CREATE INDEX template_due ON recurring.template (next_due, id) WHERE enabled AND next_due IS NOT NULL;
CREATE INDEX template_wake ON recurring.template (wake_at) WHERE enabled AND wake_at IS NOT NULL;
CREATE INDEX template_waiting ON recurring.template (looked_at) WHERE enabled AND waiting_for IS NOT NULL AND next_due IS NULL;

-- What was generated. The unique index is why a date fires once, however many nodes run.
CREATE TABLE recurring.firing (
    seq          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    template_id  text        NOT NULL REFERENCES recurring.template (id) ON DELETE CASCADE,
    date         date        NOT NULL,
    manual       boolean     NOT NULL,
    at           timestamptz NOT NULL,           -- when it was due
    fired_at     timestamptz NOT NULL,
    case_id      text,                           -- null only inside the transaction that fires
    lists        text,                           -- JSON of the checklists it is to have
    lists_at     timestamptz,                    -- when its checklists are to be made; null once they are
    lists_tried  integer     NOT NULL DEFAULT 0,
    lists_failure text
);

CREATE UNIQUE INDEX firing_once ON recurring.firing (template_id, date) WHERE NOT manual;
CREATE INDEX firing_newest ON recurring.firing (template_id, seq DESC);
CREATE INDEX firing_lists ON recurring.firing (lists_at) WHERE lists_at IS NOT NULL;
