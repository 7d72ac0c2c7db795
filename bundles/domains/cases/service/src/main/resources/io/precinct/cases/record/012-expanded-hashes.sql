-- A case has a hash for each choice of what is synchronised with it; the empty one is of the case alone.
ALTER TABLE cases.fingerprint ADD COLUMN expand text NOT NULL DEFAULT '';
ALTER TABLE cases.fingerprint DROP CONSTRAINT fingerprint_pkey;
ALTER TABLE cases.fingerprint ADD PRIMARY KEY (task_id, expand);
