package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.client.Layout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists the bundles of the container. */
record Bundles(Client client) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "bundles",
                    "lists bundles with version, state, plug-ins and the outcome of the last deployments",
                    List.of(),
                    Client.options()),
            (arguments, installation) -> new Bundles(Client.read(arguments, installation)));

    private static final int NAMED = 3;

    @Override
    public int execute(Console console) throws Failure {
        return client.show(console, client.connect().get("/admin/bundles"), Bundles::text);
    }

    private static String text(Map<String, @Nullable Object> answer) {
        StringBuilder text = new StringBuilder();
        text.append(Layout.table(rows(answer.get("bundles"), Bundles::bundle)));
        List<?> outcomes = rows(answer.get("outcomes"), Bundles::outcome);
        if (!outcomes.isEmpty()) {
            text.append("\ndeployments, the newest first:\n")
                    .append(Layout.table(outcomes).indent(2));
        }
        if (answer.get("lingering") instanceof Map<?, ?> lingering && !lingering.isEmpty()) {
            text.append("\nold generations still in memory:\n")
                    .append(Layout.of(lingering).indent(2));
        }
        return text.toString();
    }

    private static List<?> rows(@Nullable Object list, Function<Map<?, ?>, Map<?, ?>> row) {
        return list instanceof List<?> elements
                ? elements.stream()
                        .map(element -> element instanceof Map<?, ?> members ? row.apply(members) : Map.of())
                        .toList()
                : List.of();
    }

    private static Map<?, ?> bundle(Map<?, ?> bundle) {
        Map<Object, @Nullable Object> row = only(bundle, "id", "bundle", "version", "state", "origin", "sha256");
        row.put("plugins", bundle.get("plugins") instanceof List<?> plugins ? plugins(plugins) : null);
        return row;
    }

    private static Map<?, ?> outcome(Map<?, ?> outcome) {
        return only(outcome, "at", "result", "bundle", "version", "sha256", "file", "reasons");
    }

    private static Map<Object, @Nullable Object> only(Map<?, ?> members, String... names) {
        Map<Object, @Nullable Object> row = new LinkedHashMap<>();
        for (String name : names) {
            row.put(name, members.get(name));
        }
        return row;
    }

    /** A few by name, many by number: {@code 13 boundary}. */
    private static String plugins(List<?> plugins) {
        if (plugins.size() <= NAMED) {
            return Layout.cell(plugins);
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
