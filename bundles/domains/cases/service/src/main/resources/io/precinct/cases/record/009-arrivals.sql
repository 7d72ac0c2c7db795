-- When each state of a case was first pushed, by what was pushed: nothing counts as later than that. Kept 90 days.
CREATE TABLE cases.arrival (
    task_id    text           NOT NULL,
    hash       text           NOT NULL,
    arrived_at timestamptz(3) NOT NULL,
    PRIMARY KEY (task_id, hash)
);

CREATE INDEX arrival_age ON cases.arrival (arrived_at);

-- The time that a pushed deletion claims: pushed again, the deletion counts from deleted_at.
ALTER TABLE cases.tombstone ADD COLUMN claimed_at timestamptz(3);
