-- The words of all texts: what is misspelled is compared with words, which are few, and not with texts, which are many.
-- Words are only ever added, and nobody waits for anybody to do it: two transactions that meet the same new word at once both
-- add it, which readers do not notice. A word that no text has any more finds nothing.
CREATE TABLE cases.word (
    word text NOT NULL
);

CREATE INDEX word_known ON cases.word (word);
CREATE INDEX word_alike ON cases.word USING gin (word gin_trgm_ops);

-- Numbers and identifiers are not misspelled words, and there is no end to them.
CREATE FUNCTION cases.learn_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO cases.word (word)
    SELECT w FROM unnest(tsvector_to_array(NEW.search)) AS w
    WHERE length(w) BETWEEN 3 AND 40 AND w !~ '[0-9]' AND NOT EXISTS (SELECT FROM cases.word k WHERE k.word = w);
    RETURN NULL;
END $$;

CREATE TRIGGER learn_words AFTER INSERT OR UPDATE OF label, notes ON cases.task
    FOR EACH ROW EXECUTE FUNCTION cases.learn_words();
CREATE TRIGGER learn_words AFTER INSERT OR UPDATE OF content ON cases.note
    FOR EACH ROW EXECUTE FUNCTION cases.learn_words();

-- What was there before.
INSERT INTO cases.word (word)
SELECT word FROM (
    SELECT word FROM ts_stat('SELECT search FROM cases.task')
    UNION
    SELECT word FROM ts_stat('SELECT search FROM cases.note')
) AS known
WHERE length(word) BETWEEN 3 AND 40 AND word !~ '[0-9]';

-- It was the largest of all indexes, and every note paid for it. Those of the cases serve the filters label and notes.
DROP INDEX cases.note_content_alike;
