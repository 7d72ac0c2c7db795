-- What follows a number, at most so many events, of so many bytes unless the first alone has more.
SELECT seq, topic, type, principal,
    to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, data
FROM (
    SELECT *, row_number() OVER w AS place, sum(octet_length(data)) OVER w AS bytes
    FROM (
        SELECT seq, topic, type, principal, at, data
        FROM events.outbox WHERE seq > ? ORDER BY seq LIMIT ?
    ) AS next
    WINDOW w AS (ORDER BY seq)
) AS measured
WHERE place = 1 OR bytes <= ?
ORDER BY seq
