package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.AdminAnswer;
import io.precinct.launcher.client.TextLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lists the bundles of the container, or those that the next start begins with.
 *
 * @param offline lists them if no instance runs
 */
record Bundles(ClientOptions client, OfflineDeployments offline) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "bundles",
                    "lists bundles with version, state, plug-ins and the outcome of the last deployments",
                    List.of(),
                    ClientOptions.optionsWithoutInstance()),
            (arguments, installation) -> new Bundles(
                    ClientOptions.read(arguments, installation), OfflineDeployments.read(arguments, installation)));

    private static final int MOST_NAMED = 3;

    @Override
    public int execute(Console console) throws Failure, WrongUsage, InterruptedException {
        AdminAnswer answer = client.isForRecords()
                ? offline.execute(console, "bundles", null, false)
                : client.connect().get("/admin/bundles");
        return client.show(console, answer, Bundles::text);
    }

    private static String text(Map<String, @Nullable Object> answer) {
        StringBuilder text = new StringBuilder();
        text.append(TextLayout.table(rows(answer.get("bundles"), Bundles::bundle)));
        List<?> outcomes = rows(answer.get("outcomes"), Bundles::outcome);
        if (!outcomes.isEmpty()) {
            text.append("\ndeployments, the newest first:\n")
                    .append(TextLayout.table(outcomes).indent(2));
        }
        if (answer.get("lingering") instanceof Map<?, ?> lingering && !lingering.isEmpty()) {
            text.append("\nold generations still in memory:\n")
                    .append(TextLayout.of(lingering).indent(2));
            if (answer.get("held_by") instanceof Map<?, ?> holders) {
                holders.forEach((bundle, reasons) -> text.append(reasons(bundle, reasons)));
            }
        }
        return text.toString();
    }

    private static String reasons(@Nullable Object bundle, @Nullable Object reasons) {
        if (!(reasons instanceof List<?> all) || all.isEmpty()) {
            return "  what holds " + bundle + " was not found; a garbage collection may take it\n";
        }
        return "  what holds " + bundle + ":\n"
                + all.stream().map(reason -> "    " + reason + "\n").collect(Collectors.joining());
    }

    private static List<?> rows(@Nullable Object list, Function<Map<?, ?>, Map<?, ?>> row) {
        return list instanceof List<?> elements
                ? elements.stream()
                        .map(element -> element instanceof Map<?, ?> members ? row.apply(members) : Map.of())
                        .toList()
                : List.of();
    }

    private static Map<?, ?> bundle(Map<?, ?> bundle) {
        Map<Object, @Nullable Object> row = only(bundle, "id", "bundle", "version", "state", "source", "sha256");
        if (Boolean.TRUE.equals(bundle.get("disabled"))) {
            row.put("state", disabled(bundle));
        }
        row.put("plugins", bundle.get("plugins") instanceof List<?> plugins ? plugins(plugins) : null);
        row.put(
                "replaces",
                bundle.get("replaces") instanceof List<?> taken && !taken.isEmpty() ? replaces(taken) : null);
        return row;
    }

    /** The state of a disabled bundle. For a deployed bundle, this refers to the shipped bundle of the same name. */
    private static String disabled(Map<?, ?> bundle) {
        return "feature".equals(bundle.get("source")) ? "disabled" : bundle.get("state") + " (shipped one disabled)";
    }

    private static String replaces(List<?> taken) {
        return taken.stream().map(DeploymentOutcome::taken).collect(Collectors.joining(", "));
    }

    private static Map<?, ?> outcome(Map<?, ?> outcome) {
        return only(outcome, "at", "result", "bundle", "version", "sha256", "file", "by", "from", "reasons");
    }

    private static Map<Object, @Nullable Object> only(Map<?, ?> members, String... names) {
        Map<Object, @Nullable Object> row = new LinkedHashMap<>();
        for (String name : names) {
            row.put(name, members.get(name));
        }
        return row;
    }

    /** A few plug-ins by name, many by their numbers: {@code 13 boundary}. */
    private static String plugins(List<?> plugins) {
        if (plugins.size() <= MOST_NAMED) {
            return TextLayout.cell(plugins);
        }
        Map<String, Integer> kinds = new LinkedHashMap<>();
        for (Object plugin : plugins) {
            String text = String.valueOf(plugin);
            kinds.merge(text.substring(0, Math.max(text.indexOf(' '), 0)), 1, Integer::sum);
        }
        return kinds.entrySet().stream()
                .map(kind -> kind.getValue() + " " + kind.getKey())
                .collect(Collectors.joining(", "));
    }
}
