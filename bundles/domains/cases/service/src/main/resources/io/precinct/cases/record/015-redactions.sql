-- Texts that were redacted, by SHA-256 of their UTF-8, so that they do not come back. They outlive their case: one that is
-- created again under its id does not get them either.
-- precinct: expand
CREATE TABLE cases.redaction (
    task_id     text           NOT NULL,
    -- the note that had the text; no other text replaces its redacted one
    note_id     text           NOT NULL,
    digest      text           NOT NULL,
    -- whether no other note or field of the case may have the text
    everywhere  boolean        NOT NULL,
    redacted_at timestamptz(3) NOT NULL,
    redacted_by text           NOT NULL,
    PRIMARY KEY (task_id, note_id, digest)
);

-- What was redacted before.
INSERT INTO cases.redaction (task_id, note_id, digest, everywhere, redacted_at, redacted_by)
SELECT n.task_id, n.note_id, change -> 'old' ->> 'sha256', n.event_type = 'note_added',
    coalesce(n.edited_at, n.timestamp), coalesce(n.edited_by, n.detective)
FROM cases.note n CROSS JOIN LATERAL jsonb_array_elements(n.changes::jsonb) AS change
WHERE n.changes LIKE '%"sha256"%' AND change ->> 'field' = 'content' AND change -> 'old' ->> 'sha256' IS NOT NULL
ON CONFLICT DO NOTHING;
