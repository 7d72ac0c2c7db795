-- How many cases there are of each kind. Every change of a case appends rows with what it adds or takes away, whoever makes it,
-- so that no two mutations wait for one counter; a worker rolls them up into the tally, and a reader adds both.
CREATE TABLE cases.tally (
    -- total, status, type, detective, urgency; due counts open cases by due date
    dimension text   NOT NULL,
    value     text   NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (dimension, value)
);

CREATE TABLE cases.tally_delta (
    id            bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    status        text    NOT NULL,
    case_type     text,
    detective     text,
    urgency_level text    NOT NULL,
    due_date      date,
    n             integer NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- The deltas that are not rolled up yet, by dimension.
CREATE VIEW cases.tally_pending AS
SELECT d.id, k.dimension, k.value, d.n
FROM cases.tally_delta d
CROSS JOIN LATERAL (VALUES
    ('total', ''),
    ('status', d.status),
    ('type', coalesce(d.case_type, 'none')),
    ('detective', coalesce(d.detective, 'unassigned')),
    ('urgency', d.urgency_level),
    ('due', CASE WHEN d.status IN ('parked', 'active') THEN to_char(d.due_date, 'YYYY-MM-DD') END)
) AS k (dimension, value)
WHERE k.value IS NOT NULL;

CREATE FUNCTION cases.count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO cases.tally_delta (status, case_type, detective, urgency_level, due_date, n)
    SELECT status, case_type, detective, urgency_level, due_date, count(*) FROM added GROUP BY 1, 2, 3, 4, 5;
    RETURN NULL;
END $$;

CREATE FUNCTION cases.count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO cases.tally_delta (status, case_type, detective, urgency_level, due_date, n)
    SELECT status, case_type, detective, urgency_level, due_date, -count(*) FROM removed GROUP BY 1, 2, 3, 4, 5;
    RETURN NULL;
END $$;

CREATE FUNCTION cases.count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO cases.tally_delta (status, case_type, detective, urgency_level, due_date, n)
    VALUES (OLD.status, OLD.case_type, OLD.detective, OLD.urgency_level, OLD.due_date, -1),
           (NEW.status, NEW.case_type, NEW.detective, NEW.urgency_level, NEW.due_date, 1);
    RETURN NULL;
END $$;

CREATE TRIGGER count_added AFTER INSERT ON cases.task
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION cases.count_added();
CREATE TRIGGER count_removed AFTER DELETE ON cases.task
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION cases.count_removed();
CREATE TRIGGER count_changed AFTER UPDATE ON cases.task FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status
        OR OLD.case_type IS DISTINCT FROM NEW.case_type
        OR OLD.detective IS DISTINCT FROM NEW.detective
        OR OLD.urgency_level IS DISTINCT FROM NEW.urgency_level
        OR OLD.due_date IS DISTINCT FROM NEW.due_date)
    EXECUTE FUNCTION cases.count_changed();

-- What was there before.
INSERT INTO cases.tally_delta (status, case_type, detective, urgency_level, due_date, n)
SELECT status, case_type, detective, urgency_level, due_date, count(*) FROM cases.task GROUP BY 1, 2, 3, 4, 5;
