package io.precinct.configuration.compare;

import io.precinct.api.boundary.Input;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.configuration.api.ConfigurationQuery;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.SymbolSelector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is compared.
 *
 * @param environments with unique names, in the order of the request
 * @param base name of the environment that the others are held against, or null
 * @param onlyDifferent whether equal parts are left out
 */
record CompareRequest(
        Selector selector,
        List<Environment> environments,
        @Nullable String base,
        boolean onlyDifferent) {
    /** Most environments of a request. */
    static final int MOST_ENVIRONMENTS = 100;

    private static final int LONGEST = 1_000;
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_PATH = 4_096;
    private static final String FORMS =
            "{path, from, to}, {path or glob, query}, {kind, name, path}, {annotation, path}"
                    + " or {s_expr, path, lang}";

    private static final Schema LINE = Type.integer(1, Integer.MAX_VALUE).taken();

    private static final Schema SELECTORS = Schema.object()
            .optionally("path", Schema.text().atMost(LONGEST_PATH).example("config/service.yml"))
            .optionally("from", LINE.describedAs("The first line of a file."))
            .optionally("to", LINE.describedAs("The last line of a file."))
            .optionally("glob", Schema.text().atMost(LONGEST_PATH))
            .optionally(
                    "query",
                    filled(Integer.MAX_VALUE)
                            .describedAs("JMESPath, over configuration files.")
                            .example("@"))
            .optionally("name", Schema.text().atMost(LONGEST).describedAs("Of a declaration."))
            .optionally("kind", Schema.text().atMost(LONGEST).describedAs("Of a declaration: method, class, …"))
            .optionally("annotation", filled(LONGEST).describedAs("@tag:id"))
            .optionally("s_expr", filled(Integer.MAX_VALUE).describedAs("A tree-sitter query."))
            .optionally("lang", Schema.text().atMost(LONGEST).describedAs("The language of s_expr."))
            .closed()
            .example(Data.map("path", "config/service.yml", "query", "@"))
            .named("CompareSelector");

    private static final Schema ENVIRONMENTS = Schema.list(Schema.object()
                    .with("name", filled(LONGEST_NAME).example("production"))
                    .with("repo", filled(LONGEST).example("sample"))
                    .optionally("ref", Schema.text().atMost(LONGEST_PATH).orNull())
                    .closed()
                    .named("CompareEnvironment"))
            .atLeast(1)
            .atMost(MOST_ENVIRONMENTS);

    private static final Field<@Nullable Object> SELECTOR =
            Field.of("selector", SELECTORS).required().describedAs("What is compared: one of " + FORMS + ".");
    private static final Field<@Nullable Object> ENVS =
            Field.of("envs", ENVIRONMENTS).required().describedAs("Where it is compared.");
    private static final Field<@Nullable String> BASE = Field.text("base", LONGEST_NAME)
            .describedAs("The environment that the others are held against; without it one of the largest group.");
    private static final Field<@Nullable Boolean> ONLY_DIFFERENT =
            Field.truth("only_different").describedAs("Leaves out what is equal to the base, and equal parts.");

    /** The body. */
    static final Schema BODY = Field.body(SELECTOR, ENVS, BASE, ONLY_DIFFERENT);

    private static Schema filled(int most) {
        return Type.filledText(most).taken();
    }

    /**
     * Reads a body.
     *
     * @throws Refusal 400 {@code malformed} with all that is wrong; 413 {@code too_many_environments}
     */
    static CompareRequest read(Input input) {
        Form body = Form.body(input);
        Form selectors = body.object("selector");
        if (selectors == null && body.value("selector") == null) {
            body.fault("selector", "required", "selector is required", FORMS);
        }
        Selector selector = selectors == null ? null : selector(selectors);
        List<Environment> environments = environments(body);
        String base = BASE.in(body);
        if (base != null
                && environments.stream()
                        .noneMatch(environment -> environment.name().equals(base))) {
            body.fault(
                    "base",
                    "enum",
                    "base is the name of one of envs",
                    environments.stream().map(Environment::name).toList());
        }
        boolean onlyDifferent = Boolean.TRUE.equals(ONLY_DIFFERENT.in(body));
        Faults.check(body);
        if (selector == null) {
            throw new IllegalStateException("a body without selector passed the check");
        }
        return new CompareRequest(selector, environments, base, onlyDifferent);
    }

    private static List<Environment> environments(Form body) {
        if (!(body.value("envs") instanceof List<?> list) || list.isEmpty()) {
            body.fault(
                    "envs", "required", "envs is a list of 1 to " + MOST_ENVIRONMENTS + " {name, repo, ref}", "array");
            return List.of();
        }
        if (list.size() > MOST_ENVIRONMENTS) {
            throw Refusal.of(
                    413,
                    "too_many_environments",
                    "at most " + MOST_ENVIRONMENTS + " environments are compared, these are " + list.size(),
                    "limit",
                    MOST_ENVIRONMENTS);
        }
        List<Environment> environments = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Object each : list) {
            String place = "envs/" + environments.size();
            Form form = body.element(place, each);
            if (form == null) {
                form = Form.of(Map.of());
            }
            String name = form.requiredText("name", LONGEST_NAME);
            if (!Text.isOneLine(name)) {
                form.fault("name", "characters", "name is one line", null);
            }
            if (!name.isEmpty() && !names.add(name)) {
                form.fault("name", "unique", "there are two environments " + Text.shortened(name), null);
            }
            String repo = form.requiredText("repo", LONGEST);
            environments.add(new Environment(name, new Place(repo, filled(form, "ref", LONGEST_PATH))));
        }
        return List.copyOf(environments);
    }

    private static @Nullable Selector selector(Form form) {
        boolean annotation = form.has("annotation");
        boolean tree = form.has("s_expr");
        boolean declaration = form.has("name") || form.has("kind");
        boolean query = form.has("query");
        if (Stream.of(annotation, tree, declaration, query)
                        .filter(Boolean::booleanValue)
                        .count()
                > 1) {
            form.fault("", "form", "a selector is one of " + FORMS, FORMS);
            form.ignoring(form.names().toArray(String[]::new));
            return null;
        }
        String path = filled(form, "path", LONGEST_PATH);
        if (query) {
            return configured(form, path);
        }
        if (annotation) {
            return new Selector.Annotated(new AnnotationSelector(form.requiredText("annotation", LONGEST), path));
        }
        if (tree) {
            String text = form.requiredText("s_expr", Integer.MAX_VALUE);
            return new Selector.Matched(new QuerySelector(text, path, filled(form, "lang", LONGEST)));
        }
        if (declaration) {
            return new Selector.Declared(
                    new SymbolSelector(filled(form, "name", LONGEST), filled(form, "kind", LONGEST), path));
        }
        return lines(form, path);
    }

    private static @Nullable Selector configured(Form form, @Nullable String path) {
        String glob = filled(form, "glob", LONGEST_PATH);
        String expression = form.requiredText("query", Integer.MAX_VALUE);
        if ((path == null) == (glob == null)) {
            form.fault("", "form", "either path or glob says which files are asked, and the other is left out", FORMS);
            return null;
        }
        return new Selector.Configured(new ConfigurationQuery(path, glob, expression));
    }

    private static @Nullable Selector lines(Form form, @Nullable String path) {
        Long from = form.integer("from", 1, Integer.MAX_VALUE);
        Long to = form.integer("to", 1, Integer.MAX_VALUE);
        if (from != null && to != null && from > to) {
            form.fault("to", "bounds", "to is not before from", null);
        }
        if (path == null) {
            form.fault("", "form", "a selector is one of " + FORMS, FORMS);
            return null;
        }
        return new Selector.Lines(path, from, to);
    }

    private static @Nullable String filled(Form form, String name, int most) {
        String text = form.text(name, most);
        return text == null || text.isEmpty() ? null : text;
    }
}
