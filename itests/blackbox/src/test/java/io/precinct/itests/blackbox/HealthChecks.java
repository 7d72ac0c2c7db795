package io.precinct.itests.blackbox;

import io.precinct.itests.support.Http;
import java.util.List;
import java.util.Map;

/** Reads the checks in the response of {@code /health}. */
final class HealthChecks {
    private HealthChecks() {}

    /** Returns the check of a subject; empty if there is none. */
    @SuppressWarnings("unchecked") // plain data
    static Map<String, Object> of(Http http, String subject) {
        List<?> checks = (List<?>) http.get("/health").json().get("checks");
        return checks.stream()
                .map(each -> (Map<String, Object>) each)
                .filter(each -> subject.equals(each.get("subject")))
                .findFirst()
                .orElse(Map.of());
    }
}
