-- What mutations with an Idempotency-Key came to, written in their own transactions.
CREATE TABLE rest.outcome (
    principal   text        NOT NULL,
    target      text        NOT NULL,
    key         text        NOT NULL,
    fingerprint text        NOT NULL,
    status      smallint    NOT NULL,
    headers     text        NOT NULL,
    payload     text        NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (principal, target, key)
);

CREATE INDEX outcome_age ON rest.outcome (created_at);
