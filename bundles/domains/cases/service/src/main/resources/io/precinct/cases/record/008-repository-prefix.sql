-- A repository context has up to 2000 characters, an entry of a btree no more than a third of a page: what does not fit into
-- it could not be stored. Whoever asks for a repository asks for its beginning too.
DROP INDEX cases.task_repository;
CREATE INDEX task_repository ON cases.task (left(repository_context, 200), created_at, id)
    WHERE repository_context IS NOT NULL;
