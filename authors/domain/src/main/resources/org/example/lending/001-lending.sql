-- What can be borrowed, and who has it.
CREATE TABLE lending.tool (
    id       text        PRIMARY KEY,
    name     text        NOT NULL,
    borrower text,                              -- null while it is in its place
    due      date,                              -- when it is to be back
    version  bigint      NOT NULL DEFAULT 1,
    added_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((borrower IS NULL) = (due IS NULL))
);

CREATE INDEX tool_name ON lending.tool (name, id);
CREATE INDEX tool_borrower ON lending.tool (borrower) WHERE borrower IS NOT NULL;
CREATE INDEX tool_due ON lending.tool (due) WHERE due IS NOT NULL;
