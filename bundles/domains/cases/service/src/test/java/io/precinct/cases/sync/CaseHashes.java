package io.precinct.cases.sync;

import java.util.Map;

/** Computes the hash of a case as clients of sync do. */
public final class CaseHashes {
    private CaseHashes() {}

    /** Returns the hash of a served case. */
    public static String of(Map<String, Object> task) {
        return SyncClient.hash(task);
    }
}
