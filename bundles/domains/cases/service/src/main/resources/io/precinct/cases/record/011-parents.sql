-- A case has one parent at most, no case is above itself, and there are at most 20 levels. Until now parent_of was any text, and
-- so was child_of, which is the same from the other side and is stored as parent_of from here on. What does not fit stays, as a
-- relation of the type 'former parent_of'.

INSERT INTO cases.relation AS r (from_id, to_id, type, reason, created_by, created_at)
SELECT to_id, from_id, 'parent_of', reason, created_by, created_at FROM cases.relation WHERE type = 'child_of'
ON CONFLICT (from_id, to_id, type) DO UPDATE SET
    reason = CASE
        WHEN r.reason <> excluded.reason THEN r.reason || E'\n\n' || excluded.reason
        ELSE coalesce(r.reason, excluded.reason)
    END;

DELETE FROM cases.relation WHERE type = 'child_of';

-- Of several parents the first that was named stays.
UPDATE cases.relation r SET type = 'former parent_of'
WHERE r.type = 'parent_of' AND EXISTS (
    SELECT FROM cases.relation f
    WHERE f.to_id = r.to_id AND f.type = 'parent_of' AND (f.created_at, f.from_id) < (r.created_at, r.from_id)
);

-- Of each circle the last relation goes. Whoever is above itself has nobody else above it, since each has one parent.
WITH RECURSIVE above (start, id) AS (
    SELECT to_id, from_id FROM cases.relation WHERE type = 'parent_of'
    UNION
    SELECT a.start, r.from_id FROM above a JOIN cases.relation r ON r.to_id = a.id AND r.type = 'parent_of'
), circle (id, name) AS (
    SELECT start, min(id) FROM above GROUP BY start HAVING bool_or(id = start)
), last AS (
    SELECT DISTINCT ON (c.name) r.from_id, r.to_id
    FROM circle c JOIN cases.relation r ON r.to_id = c.id AND r.type = 'parent_of'
    ORDER BY c.name, r.created_at DESC, r.to_id DESC
)
UPDATE cases.relation r SET type = 'former parent_of'
FROM last WHERE r.from_id = last.from_id AND r.to_id = last.to_id AND r.type = 'parent_of';

-- What is below the 20th level begins a tree of its own.
WITH RECURSIVE below (id, level) AS (
    SELECT DISTINCT r.from_id, 1 FROM cases.relation r
    WHERE r.type = 'parent_of' AND NOT EXISTS (
        SELECT FROM cases.relation p WHERE p.to_id = r.from_id AND p.type = 'parent_of'
    )
    UNION ALL
    SELECT r.to_id, b.level + 1 FROM below b JOIN cases.relation r ON r.from_id = b.id AND r.type = 'parent_of'
)
UPDATE cases.relation r SET type = 'former parent_of'
FROM below b WHERE r.to_id = b.id AND r.type = 'parent_of' AND b.level > 1 AND b.level % 20 = 1;

CREATE UNIQUE INDEX relation_parent ON cases.relation (to_id) WHERE type = 'parent_of';
