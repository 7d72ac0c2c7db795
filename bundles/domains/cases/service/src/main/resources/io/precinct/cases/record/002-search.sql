-- Free text. One vector in the configuration "simple" serves phrases, prefixes and, by stems of the query as prefixes, inflected
-- forms; trigrams serve what is misspelled.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

ALTER TABLE cases.task ADD COLUMN search tsvector GENERATED ALWAYS AS (
    setweight(to_tsvector('pg_catalog.simple'::regconfig, label), 'A')
        || setweight(to_tsvector('pg_catalog.simple'::regconfig, coalesce(notes, '')), 'C')) STORED;
CREATE INDEX task_search ON cases.task USING gin (search);
CREATE INDEX task_label_alike ON cases.task USING gin (label gin_trgm_ops);
CREATE INDEX task_notes_alike ON cases.task USING gin (notes gin_trgm_ops);

ALTER TABLE cases.note ADD COLUMN search tsvector GENERATED ALWAYS AS (
    to_tsvector('pg_catalog.simple'::regconfig, content)) STORED;
CREATE INDEX note_search ON cases.note USING gin (search);
CREATE INDEX note_content_alike ON cases.note USING gin (content gin_trgm_ops);

-- Filters of the structured search that 001 has no index for; each holds only the cases that have a value.
CREATE INDEX task_linked ON cases.task USING gin ((case_links::jsonb) jsonb_path_ops) WHERE case_links <> '[]';
CREATE INDEX task_links ON cases.task USING gin ((consciousness_links::jsonb) jsonb_path_ops)
    WHERE consciousness_links <> '{}';
CREATE INDEX task_repository ON cases.task (repository_context, created_at, id) WHERE repository_context IS NOT NULL;
CREATE INDEX task_previous ON cases.task (previous_instance_id) WHERE previous_instance_id IS NOT NULL;
CREATE INDEX task_recurrence ON cases.task (recurrence_date, created_at, id) WHERE recurrence_date IS NOT NULL;
CREATE INDEX task_viewed ON cases.task (last_viewed) WHERE last_viewed IS NOT NULL;
CREATE INDEX task_ideas ON cases.task (created_at, id) WHERE classification = 'idea';
