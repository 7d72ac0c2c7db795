package io.precinct.cases.sync;

import java.util.Map;

/** The hash of a case as clients of sync compute it. */
public final class CaseHashes {
    private CaseHashes() {}

    /** Of a case as it is served. */
    public static String of(Map<String, Object> task) {
        return SyncClient.hash(task);
    }
}
