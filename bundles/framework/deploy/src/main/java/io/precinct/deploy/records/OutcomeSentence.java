package io.precinct.deploy.records;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.plugin.Replacement;
import java.util.stream.Collectors;

/** Describes in a sentence, for the log, how a deployment ended. */
public final class OutcomeSentence {
    private OutcomeSentence() {}

    public static String of(Outcome outcome) {
        String version = outcome.version() == null ? "" : " " + outcome.version();
        String what = outcome.bundle() == null ? outcome.file() : outcome.bundle() + version;
        return switch (outcome.result()) {
            case DEPLOYED -> what + " serves now" + instead(outcome) + noted(outcome);
            case UNCHANGED -> what + " serves already; nothing changed";
            case WOULD_DEPLOY -> what + " could be deployed";
            case REFUSED -> what + " is refused, nothing changed: " + String.join("; ", outcome.reasons());
            case ROLLED_BACK -> what + " serves again" + instead(outcome) + noted(outcome);
            case REMOVED -> what + " is taken out of service" + noted(outcome);
            case DISABLED -> what + " is disabled" + noted(outcome);
            case ENABLED -> what + " is enabled" + noted(outcome);
        };
    }

    private static String noted(Outcome outcome) {
        return outcome.notes().isEmpty() ? "" : ": " + String.join("; ", outcome.notes());
    }

    private static String instead(Outcome outcome) {
        String names = outcome.replaces().stream().map(Replacement::toString).collect(Collectors.joining(", "));
        return (outcome.replaced() == null ? "" : ", in place of " + outcome.replaced())
                + (names.isEmpty() ? "" : ", and takes " + names)
                + " (" + outcome.millis() + " ms)";
    }
}
