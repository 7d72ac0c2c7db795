package io.precinct.config.section;

import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import io.precinct.common.spelling.Suggestions;
import io.precinct.config.name.KnownNames;
import io.precinct.config.name.UnknownNames;
import io.precinct.config.settings.Value;
import io.precinct.config.tag.ShapeFaults;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.ScenarioSource;
import io.precinct.shapes.CompiledShape;
import io.precinct.shapes.ExpectationReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads {@code scenarios}: a map of route name to a map of scenario name to scenario. For a single use. */
// @req:scenarios
final class ScenariosSection {
    /** The value of the verify option that runs every scenario. */
    private static final String ALL = "route";
    /** Prefix of the value of the verify option that records a scenario. */
    private static final String RECORD = "record:";

    private final Set<String> routes;
    private final KnownNames names;
    private final Problems problems;
    private final UnknownNames unknown;
    private final MissingFixtures fixtures;

    /**
     * Reads scenarios.
     *
     * @param routes names of the routes of the file
     */
    ScenariosSection(
            Set<String> routes, KnownNames names, UnknownNames unknown, MissingFixtures fixtures, Problems problems) {
        this.routes = routes;
        this.names = names;
        this.unknown = unknown;
        this.fixtures = fixtures;
        this.problems = problems;
    }

    Map<String, Map<String, ScenarioSource>> read(List<YamlNode.Entry> section) {
        var scenarios = new LinkedHashMap<String, Map<String, ScenarioSource>>();
        for (YamlNode.Entry entry : section) {
            checkRoute(entry);
            String path = "scenarios." + ValueText.shortened(entry.key());
            if (entry.value() instanceof YamlNode.Mapping ofRoute) {
                scenarios.put(entry.key(), ofRoute(ofRoute, path));
            } else {
                new Value(entry.value(), path, problems).refuse("a map of scenario name to scenario", null);
            }
        }
        return Collections.unmodifiableMap(scenarios);
    }

    private void checkRoute(YamlNode.Entry entry) {
        String route = entry.key();
        if (routes.contains(route) || names.hasRoute(route)) {
            return;
        }
        unknown.route(route);
        if (names.mayBeMember(route)) {
            problems.warn(
                    entry.keyAt(),
                    "the route " + ValueText.quoted(route) + " is not known yet",
                    "its family is declared by a bundle that is not deployed now");
            return;
        }
        if (names.served().routes().contains(route)) {
            unknown.served(route);
            problems.degraded(
                    entry.keyAt(),
                    "the route " + ValueText.quoted(route) + " of these scenarios is not deployed any more",
                    "deploy its bundle again, or take the scenarios out");
            return;
        }
        Set<String> all = new TreeSet<>(routes);
        all.addAll(names.routes());
        problems.error(
                entry.keyAt(), "no route is named " + ValueText.quoted(route), Suggestions.hint(route, all, "routes"));
    }

    private Map<String, ScenarioSource> ofRoute(YamlNode.Mapping section, String path) {
        var scenarios = new LinkedHashMap<String, ScenarioSource>();
        for (YamlNode.Entry entry : section.entries()) {
            checkName(entry.key(), entry.keyAt());
            ScenarioSource scenario = scenario(entry, path + "." + ValueText.shortened(entry.key()));
            if (scenario != null) {
                scenarios.put(entry.key(), scenario);
            }
        }
        return Collections.unmodifiableMap(scenarios);
    }

    private void checkName(String name, Location at) {
        if (name.equals(ALL)) {
            problems.error(
                    at,
                    "a scenario cannot be named \"route\"",
                    "the verify option route runs all scenarios; rename it");
        } else if (name.startsWith(RECORD)) {
            problems.warn(
                    at,
                    "the scenario " + ValueText.quoted(name) + " cannot be run while verify.record is on",
                    "the verify option record:<name> records a scenario then; rename it");
        } else if (name.isBlank() || !name.equals(name.strip())) {
            problems.error(
                    at,
                    "the name of a scenario is not empty and neither begins nor ends with a space, got "
                            + ValueText.quoted(name),
                    "the verify option is trimmed and would never name it");
        }
    }

    private @Nullable ScenarioSource scenario(YamlNode.Entry entry, String path) {
        fixtures.warnBelow(entry.value());
        return switch (entry.value()) {
            case YamlNode.Late late -> new ScenarioSource(entry.key(), late.tag(), null, null, late.at());
            case YamlNode.Mapping map -> {
                Shape.Fields expected = expected(map, path);
                String description = description(map, path);
                yield new ScenarioSource(entry.key(), NodeData.map(map), expected, description, entry.keyAt());
            }
            default -> {
                new Value(entry.value(), path, problems)
                        .refuse(
                                "a map with expected, or a tag such as !Fixture",
                                "say " + ValueText.shortened(entry.key()) + ": {expected: {…}}");
                yield null;
            }
        };
    }

    private @Nullable String description(YamlNode.Mapping scenario, String path) {
        YamlNode.Entry entry = scenario.entry("description");
        if (entry == null || entry.value() instanceof YamlNode.Late) {
            return null;
        }
        Value.Text text = new Value(entry.value(), path + ".description", problems).text();
        return text == null ? null : text.value();
    }

    private Shape.@Nullable Fields expected(YamlNode.Mapping scenario, String path) {
        YamlNode.Entry entry = scenario.entry("expected");
        String name = path + ".expected";
        if (entry == null) {
            String meant = Suggestions.nearest(
                            "expected",
                            scenario.entries().stream().map(YamlNode.Entry::key).toList())
                    .map(near -> "did you mean \"expected\" where it says \"" + ValueText.shortened(near) + "\"?")
                    .orElse("it maps fields of the response to what they must be");
            problems.error(scenario.at(), name + " is missing", meant);
            return null;
        }
        return switch (entry.value()) {
            case YamlNode.Late _ -> null;
            case YamlNode.Shaped(Shape.Fields fields, YamlNode content, var _) -> checked(fields, content);
            case YamlNode.Mapping map -> {
                if (NodeData.lateIn(map) != null) {
                    checkWithoutLateTags(map);
                    yield null;
                }
                if (map.entries().isEmpty()) {
                    problems.warn(map.at(), name + " is empty, so every response passes", "name a field");
                }
                var faults = new ShapeFaults(map, problems);
                yield checked(ExpectationReader.readFields(NodeData.map(map), faults::accept), map);
            }
            case YamlNode.Shaped matchers -> {
                problems.error(
                        matchers.at(),
                        name + " takes a map of fields; !Match cannot stand for it",
                        "say expected: {field: !Match {…}}");
                yield null;
            }
            default -> {
                new Value(entry.value(), name, problems).refuse("a map of fields", "say expected: {field: value}");
                yield null;
            }
        };
    }

    /** Reports the faults around late tags, whose values are not known before a request. */
    private void checkWithoutLateTags(YamlNode.Mapping map) {
        var faults = new ShapeFaults(map, problems);
        Map<String, @Nullable Object> known = WithoutLateTags.of(NodeData.map(map));
        checked(ExpectationReader.readFields(known, faults::accept), map);
    }

    /** Compiles the shape once to find invalid patterns and matchers that can never match. */
    private Shape.Fields checked(Shape.Fields expected, YamlNode root) {
        CompiledShape.compile(expected, new ShapeFaults(root, problems));
        warnOfPresence(expected, List.of(), root);
        return expected;
    }

    private void warnOfPresence(Shape shape, List<Object> path, YamlNode root) {
        switch (shape) {
            case Shape.Fields fields ->
                fields.fields().forEach((name, field) -> {
                    List<Object> below = below(path, name);
                    if (field instanceof Shape.Present) {
                        problems.warn(
                                NodeData.at(root, below).at(),
                                "expected " + shown(below) + ": true asks only that it is present, with any value",
                                "to demand truth say {any: [true]}");
                    } else {
                        warnOfPresence(field, below, root);
                    }
                });
            case Shape.Items items -> warnOfPresenceIn(items.items(), path, root);
            case Shape.Match match -> match.matchers().forEach(matcher -> warnOfPresence(matcher, path, root));
            case Shape.Present _, Shape.Literal _ -> {}
        }
    }

    /** As in fields; {@code {not: {name: true}}} is how a scenario says that a field is absent. */
    private void warnOfPresence(Matcher matcher, List<Object> path, YamlNode root) {
        List<Object> below = below(path, matcher.name());
        switch (matcher) {
            case Matcher.Contains(Shape.Items all) -> warnOfPresenceIn(all.items(), below, root);
            case Matcher.Contains(Shape element) -> warnOfPresence(element, below, root);
            case Matcher.Any(var _, var alternatives)
            when alternatives != null -> warnOfPresenceIn(alternatives, below, root);
            case Matcher.Every(Shape.Present _) ->
                problems.warn(
                        NodeData.at(root, below).at(),
                        "expected " + shown(below) + ": true asks only that there are elements, with any value",
                        "to demand truth say {every: {any: [true]}}");
            case Matcher.Every every -> warnOfPresence(every.element(), below, root);
            default -> {
                // Elsewhere true is all that can be meant, or a literal.
            }
        }
    }

    private void warnOfPresenceIn(List<?> items, List<Object> path, YamlNode root) {
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof Shape shape) {
                warnOfPresence(shape, below(path, i), root);
            }
        }
    }

    private static List<Object> below(List<Object> path, Object step) {
        var longer = new ArrayList<Object>(path);
        longer.add(step);
        return longer;
    }

    private static String shown(List<Object> path) {
        return ValueText.shortened(
                String.join(".", path.stream().map(String::valueOf).toList()));
    }
}
