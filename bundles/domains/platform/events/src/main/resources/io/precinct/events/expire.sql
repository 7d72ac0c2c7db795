-- Removes the oldest events, as long as each is older than asked for, so that what is kept has no gap.
WITH oldest AS (
    SELECT seq, bool_and(at < now() - ? * interval '1 second') OVER (ORDER BY seq) AS expired
    FROM (SELECT seq, at FROM events.outbox WHERE seq IS NOT NULL ORDER BY seq LIMIT ?) AS first
)
DELETE FROM events.outbox AS o USING oldest WHERE o.seq = oldest.seq AND o.seq IS NOT NULL AND oldest.expired
