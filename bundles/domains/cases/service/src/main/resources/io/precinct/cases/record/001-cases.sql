-- Cases, their notes and the stacks. Arrays and objects are JSON text, as specified.
CREATE TABLE cases.task (
    id                    text           NOT NULL PRIMARY KEY,
    label                 text           NOT NULL,
    priority              smallint       NOT NULL CHECK (priority BETWEEN 1 AND 5),
    status                text           NOT NULL CHECK (status IN ('parked', 'active', 'completed', 'archived')),
    case_type             text,
    detective             text,
    urgency_level         text           NOT NULL,
    repository_context    text,
    created_at            timestamptz(3) NOT NULL,
    updated_at            timestamptz(3) NOT NULL,
    version               bigint         NOT NULL,
    notes                 text,
    evidence_tags         text           NOT NULL DEFAULT '[]',
    case_links            text           NOT NULL DEFAULT '[]',
    consciousness_links   text           NOT NULL DEFAULT '{}',
    scheduled_date        date,
    due_date              date,
    recurring_template_id text,
    recurrence_date       date,
    previous_instance_id  text,
    last_viewed           timestamptz(3),
    current_resume        text,
    pinned                boolean        NOT NULL DEFAULT false,
    classification        text           NOT NULL DEFAULT 'work',
    -- of the notes that are there now, and the position of the next
    note_count            integer        NOT NULL,
    next_note             integer        NOT NULL,
    -- {field: version in which it last changed}, so that a stale version in a body is held against its own fields only
    field_versions        text           NOT NULL DEFAULT '{}',
    urgency_rank          smallint       NOT NULL GENERATED ALWAYS AS (
        CASE urgency_level
            WHEN 'emergency' THEN 4 WHEN 'critical' THEN 3 WHEN 'urgent' THEN 2 WHEN 'priority' THEN 1 ELSE 0
        END) STORED
) WITH (fillfactor = 85);

-- Lists walk by keyset: the filter first, then the sort key, then the id.
CREATE INDEX task_created ON cases.task (created_at, id);
CREATE INDEX task_updated ON cases.task (updated_at, id);
CREATE INDEX task_status ON cases.task (status, created_at, id);
CREATE INDEX task_type ON cases.task (case_type, created_at, id);
CREATE INDEX task_detective ON cases.task (detective, created_at, id);
CREATE INDEX task_urgency ON cases.task (urgency_rank, created_at, id);
CREATE INDEX task_priority ON cases.task (priority, created_at, id);
CREATE INDEX task_scheduled ON cases.task (scheduled_date, created_at, id) WHERE scheduled_date IS NOT NULL;
CREATE INDEX task_due ON cases.task (due_date, created_at, id) WHERE due_date IS NOT NULL;
CREATE INDEX task_pinned ON cases.task (created_at, id) WHERE pinned;
CREATE INDEX task_template ON cases.task (recurring_template_id, recurrence_date, created_at, id)
    WHERE recurring_template_id IS NOT NULL;
CREATE INDEX task_tags ON cases.task USING gin ((evidence_tags::jsonb) jsonb_path_ops);

-- The index of a note is its rank by position; positions are never given twice.
CREATE TABLE cases.note (
    task_id    text           NOT NULL REFERENCES cases.task (id) ON DELETE CASCADE,
    position   integer        NOT NULL,
    note_id    text           NOT NULL,
    timestamp  timestamptz(3) NOT NULL,
    event_type text           NOT NULL,
    content    text           NOT NULL,
    detective  text           NOT NULL,
    edited_at  timestamptz(3),
    edited_by  text,
    -- [{field, old, new}] as JSON
    changes    text,
    PRIMARY KEY (task_id, position)
);

-- The largest position of a principal is the top of its stack.
CREATE TABLE cases.stack (
    principal text   NOT NULL,
    position  bigint NOT NULL,
    task_id   text   NOT NULL REFERENCES cases.task (id) ON DELETE CASCADE,
    PRIMARY KEY (principal, position),
    UNIQUE (principal, task_id)
);

CREATE INDEX stack_task ON cases.stack (task_id);
