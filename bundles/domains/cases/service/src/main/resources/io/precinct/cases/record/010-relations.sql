-- What two cases have to do with each other. The lists of ids in case_links stay; here is what they cannot say: of what kind a
-- relation is, why it is there, who says so and since when. Several may stand between two cases, each of a type of its own.
CREATE TABLE cases.relation (
    from_id    text           NOT NULL REFERENCES cases.task (id) ON DELETE CASCADE,
    to_id      text           NOT NULL REFERENCES cases.task (id) ON DELETE CASCADE,
    type       text           NOT NULL,
    reason     text,
    created_by text           NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (from_id, to_id, type),
    CHECK (from_id <> to_id)
);

-- A case is asked for what leads to it, too.
CREATE INDEX relation_to ON cases.relation (to_id);

-- What was there before: one row for two cases, whichever names the other. Who linked them and when is in the note of that;
-- cases that were linked without one are related since both are there.
INSERT INTO cases.relation (from_id, to_id, type, created_by, created_at)
SELECT p.from_id, p.to_id, 'related', coalesce(n.detective, 'default'), coalesce(n.timestamp, p.since)
FROM (
    SELECT DISTINCT least(t.id, o.id) AS from_id, greatest(t.id, o.id) AS to_id, greatest(t.created_at, o.created_at) AS since
    FROM cases.task t
    CROSS JOIN LATERAL jsonb_array_elements_text(t.case_links::jsonb) AS link (id)
    JOIN cases.task o ON o.id = link.id
    WHERE t.case_links <> '[]' AND o.id <> t.id
) AS p
LEFT JOIN LATERAL (
    SELECT detective, timestamp FROM cases.note
    WHERE task_id IN (p.from_id, p.to_id) AND event_type = 'case_linked'
        AND content LIKE 'Linked to ' || CASE task_id WHEN p.from_id THEN p.to_id ELSE p.from_id END || '%'
    ORDER BY timestamp LIMIT 1
) AS n ON true;
