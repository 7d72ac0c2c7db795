-- Nodes of the knowledge graph. A change locks its row, so that two changes of one node never lose each other.
CREATE TABLE graph.node (
    slug       text           COLLATE "C" NOT NULL PRIMARY KEY,
    -- Markdown, exactly as it was written
    body       text           NOT NULL,
    -- counts changes from 1; 0 only inside the transaction that creates the node
    version    bigint         NOT NULL,
    updated_at timestamptz(3) NOT NULL
);
