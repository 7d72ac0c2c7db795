-- Numbers what is committed, in the order in which it was written. Runs under a lock that is held until its commit and
-- was taken by an earlier statement, so that it sees all that its predecessors numbered.
-- Rows are found again by where they lie, and placed once, so that the cost is linear whatever the planner expects.
WITH waiting AS (
    SELECT id, ctid AS row FROM events.outbox WHERE seq IS NULL ORDER BY id LIMIT ?
), placed AS MATERIALIZED (
    SELECT row, row_number() OVER (ORDER BY id) AS place FROM waiting
), numbered AS (
    UPDATE events.outbox AS o
    SET seq = head.last + placed.place
    FROM placed, events.head
    WHERE o.ctid = placed.row AND o.seq IS NULL
    RETURNING o.seq
), counted AS (
    SELECT count(*) AS n FROM numbered
), moved AS (
    UPDATE events.head AS h SET last = h.last + counted.n FROM counted WHERE counted.n > 0
    RETURNING counted.n
)
SELECT n, pg_notify('precinct_events', '') FROM moved
