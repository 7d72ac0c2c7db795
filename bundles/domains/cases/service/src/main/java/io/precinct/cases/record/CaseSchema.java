package io.precinct.cases.record;

import io.precinct.postgres.api.Schema;

/** The tables of the cases. */
public final class CaseSchema {
    /** All migrations, oldest first. */
    public static final Schema SCHEMA = Schema.of(
            "cases",
            CaseSchema.class,
            "001-cases.sql",
            "002-search.sql",
            "003-statistics.sql",
            "004-sync.sql",
            "005-export.sql",
            "006-words.sql",
            "007-deleted-at.sql",
            "008-repository-prefix.sql");

    private CaseSchema() {}
}
