-- Why a case is as severe as it is, in a line.
ALTER TABLE cases.task ADD COLUMN severity_note text;
