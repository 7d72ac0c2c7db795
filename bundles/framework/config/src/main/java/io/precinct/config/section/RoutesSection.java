package io.precinct.config.section;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.common.spelling.Suggestions;
import io.precinct.config.name.KnownNames;
import io.precinct.config.name.UnknownNames;
import io.precinct.config.settings.Section;
import io.precinct.config.settings.Value;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.config.RouteLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code routes}: a map of path pattern to an entry or a list of entries. For a single use. */
// @req:routes
final class RoutesSection {
    private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete");
    private static final Pattern MEDIA_TYPE =
            Pattern.compile("[a-z0-9!#$&^_.+-]+/([a-z0-9!#$&^_.+-]+|\\*)|\\*/\\*", Pattern.CASE_INSENSITIVE);

    private final KnownNames names;
    private final Problems problems;
    private final List<RouteEntry> routes = new ArrayList<>();
    private final Map<String, Place> byPattern = new HashMap<>();
    private final Map<String, Location> byName = new HashMap<>();
    private final UnknownNames unknown;

    RoutesSection(KnownNames names, UnknownNames unknown, Problems problems) {
        this.names = names;
        this.unknown = unknown;
        this.problems = problems;
    }

    private record Place(String path, Location at) {}

    List<RouteEntry> read(List<YamlNode.Entry> section) {
        for (YamlNode.Entry entry : section) {
            RoutePattern pattern = RoutePattern.parse(entry.key(), entry.keyAt(), problems);
            String path = "routes." + ValueText.shortened(entry.key());
            if (entry.value() instanceof YamlNode.Sequence several) {
                for (int i = 0; i < several.items().size(); i++) {
                    entry(several.items().get(i), pattern, path + "[" + i + "]");
                }
            } else {
                entry(entry.value(), pattern, path);
            }
        }
        new ReplacedRoutes(names.contributed()).check(routes, names, unknown, problems);
        return List.copyOf(routes);
    }

    private void entry(YamlNode node, @Nullable RoutePattern pattern, String path) {
        Section section = Section.of(node, path, problems);
        if (section == null) {
            return;
        }
        try (section) {
            String method = method(section);
            List<Value.Text> boundaries = boundaries(section);
            boolean optional = Boolean.TRUE.equals(section.value("optional").flag());
            boolean degraded = false;
            for (Value.Text boundary : boundaries) {
                degraded |= check(boundary, optional);
            }
            Value.Text name = section.value("name").text();
            var seal = section.value("seal").word(List.of("body", "header"));
            var access = section.value("access").word(List.of("open", "admin"));
            var verify = VerifySection.ofRoute(section);
            var verifyOutput = VerifySection.outputOfRoute(section);
            List<String> consumes = mediaTypes(section, "consumes");
            List<String> produces = mediaTypes(section, "produces");
            long bodyBytes = section.value("body_bytes").whole(1, HttpSection.LARGEST_BODY, 0);
            RouteLimits limits = limits(section);
            Value.Text replaces = section.value("replaces").text();
            if (method == null || pattern == null) {
                return;
            }
            var declaration = new RouteDeclaration(
                    method,
                    pattern.path(),
                    consumes.isEmpty() ? List.of("application/json") : consumes,
                    produces,
                    "header".equals(seal) ? RouteDeclaration.SealPlace.HEADER : RouteDeclaration.SealPlace.BODY,
                    "admin".equals(access) ? RouteDeclaration.Access.ADMIN : RouteDeclaration.Access.OPEN,
                    bodyBytes);
            String routeName = name == null ? method + " " + pattern.path() : name.value();
            unique(routeName, name == null ? node.at() : name.at(), declaration, pattern, node.at());
            List<String> slots = boundaries.stream().map(Value.Text::value).toList();
            routes.add(new RouteEntry(
                    routeName,
                    declaration,
                    slots,
                    optional || degraded,
                    verify,
                    verifyOutput,
                    limits,
                    replaces == null ? null : replaces.value(),
                    node.at()));
        }
    }

    private static RouteLimits limits(Section section) {
        Long seconds = section.value("seconds").whole(0, 86_400);
        return new RouteLimits(
                seconds == null ? null : Duration.ofSeconds(seconds),
                Math.toIntExact(section.value("in_flight").whole(1, 32_768, 0)),
                section.value("answer_bytes").whole(1, HttpSection.LARGEST_BODY, 0));
    }

    private @Nullable String method(Section section) {
        Value.Text method = section.value("method").text();
        if (method == null) {
            if (section.isSilent("method")) {
                problems.error(
                        section.at(), section.name("method") + " is missing", "allowed: " + String.join(", ", METHODS));
            }
            return null;
        }
        if (METHODS.contains(method.value())) {
            return method.value();
        }
        String hint = switch (method.value()) {
            case "head" -> "HEAD is answered wherever get is";
            case "options" -> "OPTIONS is answered for every route";
            default -> Suggestions.hint(method.value(), METHODS, "allowed");
        };
        String lower = method.value().toLowerCase(java.util.Locale.ROOT);
        problems.error(
                method.at(),
                section.name("method") + " takes a lower-case HTTP method, got " + ValueText.quoted(method.value()),
                METHODS.contains(lower) ? "write " + lower : hint);
        return null;
    }

    /** One name or a list of names: the user slots. */
    private List<Value.Text> boundaries(Section section) {
        Value value = section.value("boundary");
        List<Value.Text> boundaries = value.node() instanceof YamlNode.Sequence
                ? value.texts()
                : Optional.ofNullable(value.text()).stream().toList();
        boolean none = value.node() instanceof YamlNode.Sequence(var items, var _)
                ? items.isEmpty()
                : section.isSilent("boundary");
        if (none) {
            problems.error(
                    section.at("boundary"),
                    section.name("boundary") + " is missing",
                    "name the boundary that answers, or a list of them");
        }
        return boundaries;
    }

    /**
     * Reports a boundary that is neither deployed nor declared. Returns true if such a boundary was in the
     * configuration that served last.
     */
    private boolean check(Value.Text boundary, boolean optional) {
        String name = boundary.value();
        if (names.hasBoundary(name)) {
            return false;
        }
        unknown.boundary(name);
        if (names.served().boundaries().contains(name)) {
            unknown.served(name);
            if (!optional) {
                problems.degraded(
                        boundary.at(),
                        "the boundary " + ValueText.quoted(name) + " is not deployed any more; its route answers 503",
                        "deploy it again, or take the route out");
            }
            return true;
        }
        if (!optional) {
            problems.error(
                    boundary.at(),
                    "no boundary " + ValueText.quoted(boundary.value()) + " is shipped or in boundary_path",
                    Suggestions.nearest(boundary.value(), names.boundaries())
                            .map(near -> "did you mean \"" + near + "\"?")
                            .orElse("deploy it, or say optional: true if it is to be deployed later"));
        }
        return false;
    }

    private static List<String> mediaTypes(Section section, String key) {
        String hint = "say application/json or text/csv, without parameters";
        return section.value(key).texts(MEDIA_TYPE.asMatchPredicate(), "media types", hint).stream()
                .map(type -> type.value().toLowerCase(java.util.Locale.ROOT))
                .toList();
    }

    private void unique(String name, Location nameAt, RouteDeclaration declaration, RoutePattern pattern, Location at) {
        String route = declaration.method() + " " + declaration.path();
        Place same = byPattern.putIfAbsent(declaration.method() + " " + pattern.key(), new Place(route, at));
        if (same != null) {
            String which = same.path().equals(route) ? "is there twice" : "is the same route as " + same.path();
            problems.error(
                    at,
                    ValueText.shortened(route) + " " + ValueText.shortened(which),
                    "the other stands at " + same.at() + "; names of variables do not tell routes apart");
            return;
        }
        Location before = byName.putIfAbsent(name, nameAt);
        if (before != null) {
            problems.error(
                    nameAt,
                    "two routes are named " + ValueText.quoted(name),
                    "the other stands at " + before + "; scenarios attach by name, so each needs its own");
        }
    }
}
