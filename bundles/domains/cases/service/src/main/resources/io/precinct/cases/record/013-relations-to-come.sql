-- What is synchronised may relate a case to one that comes later, as case_links may. A case that is deleted still takes its
-- relations along.
ALTER TABLE cases.relation DROP CONSTRAINT relation_from_id_fkey;
ALTER TABLE cases.relation DROP CONSTRAINT relation_to_id_fkey;

CREATE FUNCTION cases.unrelate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM cases.relation WHERE from_id IN (SELECT id FROM removed);
    DELETE FROM cases.relation WHERE to_id IN (SELECT id FROM removed);
    RETURN NULL;
END $$;

CREATE TRIGGER unrelate AFTER DELETE ON cases.task
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION cases.unrelate();
