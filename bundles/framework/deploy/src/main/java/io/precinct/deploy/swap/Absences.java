package io.precinct.deploy.swap;

import io.precinct.deploy.records.AcceptedGeneration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Why accepted generations did not come back. Each reason holds until a generation of the bundle serves. Thread-safe. */
final class Absences {
    private final Map<String, Absence> absences = new ConcurrentHashMap<>();

    /**
     * The absence of one generation.
     *
     * @param sha256 of its jar
     * @param inadmissible whether what it uses, such as the database, refuses it
     */
    record Absence(String sha256, String reason, boolean inadmissible) {}

    void note(AcceptedGeneration accepted, String reason, boolean inadmissible) {
        absences.put(accepted.bundle(), new Absence(accepted.sha256(), reason, inadmissible));
    }

    /** A generation of this bundle serves. */
    void end(String bundle) {
        absences.remove(bundle);
    }

    /** Why this generation did not come back, or null if it did. */
    @Nullable
    Absence of(AcceptedGeneration accepted) {
        Absence absence = absences.get(accepted.bundle());
        return absence != null && absence.sha256.equals(accepted.sha256()) ? absence : null;
    }
}
