package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.client.AdminAnswer;
import io.precinct.launcher.client.TextLayout;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Prints the outcome of a deployment: a sentence and the reasons. */
final class DeploymentOutcome {
    private static final String REFUSED = "refused";

    private DeploymentOutcome() {}

    static int show(ClientOptions client, Console console, AdminAnswer answer) throws Failure {
        Map<String, @Nullable Object> outcome = answer.members();
        if (answer.good() && !(outcome.get("result") instanceof String)) {
            throw new Failure(Failure.Kind.NO_PRECINCT, answer.from() + " answered with no outcome; is it a Precinct?");
        }
        if (client.json() || !(outcome.get("result") instanceof String result)) {
            return client.show(console, answer, TextLayout::of);
        }
        console.out().print(text(outcome));
        return answer.good() && !result.equals(REFUSED) ? Command.DONE : Command.FAILED;
    }

    private static String text(Map<String, @Nullable Object> outcome) {
        StringBuilder text = new StringBuilder()
                .append(words(outcome))
                .append(' ')
                .append(outcome.get("bundle") instanceof String bundle ? bundle : TextLayout.cell(outcome.get("file")));
        append(text, " ", outcome.get("version"));
        append(text, " (sha256 ", outcome.get("sha256"));
        text.append(outcome.get("sha256") == null ? "" : ")");
        append(text, ", replacing ", replaced(outcome.get("replaced")));
        if (outcome.get("from") != null) {
            append(text, ", by ", outcome.get("by"));
        }
        append(text, ", in ", outcome.get("millis"));
        text.append(outcome.get("millis") == null ? "" : " ms").append('\n');
        lines(text, outcome.get("reasons"), TextLayout::cell);
        lines(text, outcome.get("replaces"), taken -> verb(outcome) + taken(taken));
        lines(text, outcome.get("notes"), TextLayout::cell);
        return text.toString();
    }

    private static void lines(StringBuilder text, @Nullable Object list, Function<Object, String> line) {
        if (list instanceof List<?> elements) {
            elements.forEach(
                    element -> text.append("  ").append(line.apply(element)).append('\n'));
        }
    }

    private static String verb(Map<String, @Nullable Object> outcome) {
        return switch (String.valueOf(outcome.get("result"))) {
            case "would_deploy" -> "would take ";
            case "removed" -> "gives back ";
            default -> "takes ";
        };
    }

    /** {@code boundary echo of io.precinct.boundary.echo 1.0.0}. */
    static String taken(@Nullable Object replacement) {
        return replacement instanceof Map<?, ?> members
                ? members.get("name") + " of " + members.get("owner") + " " + members.get("version")
                : TextLayout.cell(replacement);
    }

    private static String words(Map<String, @Nullable Object> outcome) {
        return String.valueOf(outcome.get("result")).replace('_', ' ');
    }

    private static void append(StringBuilder text, String before, @Nullable Object value) {
        if (value != null) {
            text.append(before).append(TextLayout.cell(value));
        }
    }

    /** The version and a shortened hash, from {@code <version> <sha256>}. */
    private static @Nullable String replaced(@Nullable Object generation) {
        if (!(generation instanceof String text)) {
            return null;
        }
        String[] parts = text.split(" ", 2);
        return parts.length == 2 ? parts[0] + " (sha256 " + TextLayout.cell(parts[1]) + ")" : text;
    }
}
