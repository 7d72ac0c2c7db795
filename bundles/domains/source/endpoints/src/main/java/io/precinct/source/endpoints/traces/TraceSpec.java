package io.precinct.source.endpoints.traces;

import io.precinct.rest.api.Form;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.endpoints.ListParameters;
import io.precinct.source.endpoints.Listing;
import org.jspecify.annotations.Nullable;

/**
 * One trace: the place of a requirement's code.
 *
 * @param repo name of the repository
 * @param ref branch, tag or commit, or null if it names none
 * @param query the query to run there
 */
record TraceSpec(String repo, @Nullable String ref, Query query) {
    private static final int LONGEST = 1000;
    private static final String FORMS = "{kind, name, path}, {annotation} or {s_expr, path, lang}";

    /** A query: for a declaration, for code with an annotation in a comment, or by a syntax-tree query. */
    @FunctionalInterface
    interface Query {
        /** The list of its results. */
        Listing<?> listing(ListParameters parameters);
    }

    /** Reads {@code {repo, ref, query: {…}}}; faults go into {@code trace}. Null if it is not a trace. */
    static @Nullable TraceSpec read(Form trace) {
        String repo = trace.requiredText("repo", LONGEST);
        String ref = ListParameters.filled(trace, "ref", LONGEST);
        // further members belong to the record of the requirement, and are ignored
        trace.ignoring(
                trace.names().stream().filter(name -> !name.equals("query")).toArray(String[]::new));
        Form query = trace.object("query");
        if (query == null) {
            if (trace.value("query") == null) {
                trace.fault("query", "required", "query is required", FORMS);
            }
            return null;
        }
        return new TraceSpec(repo, ref, query(query));
    }

    private static Query query(Form query) {
        boolean annotation = query.has("annotation");
        boolean tree = query.has("s_expr");
        boolean symbol = query.has("name") || query.has("kind");
        if ((annotation ? 1 : 0) + (tree ? 1 : 0) + (symbol ? 1 : 0) != 1) {
            query.fault("", "form", "a query is one of " + FORMS, FORMS);
        }
        String path = ListParameters.filled(query, "path", LONGEST * 4);
        if (annotation) {
            var selector = new AnnotationSelector(query.requiredText("annotation", LONGEST), path);
            return parameters -> Listing.annotations(selector, parameters);
        }
        if (tree) {
            String text = query.requiredText("s_expr", Integer.MAX_VALUE);
            var selector = new QuerySelector(text, path, ListParameters.filled(query, "lang", LONGEST));
            return parameters -> Listing.matches(selector, parameters);
        }
        var selector = new SymbolSelector(
                ListParameters.filled(query, "name", LONGEST), ListParameters.filled(query, "kind", LONGEST), path);
        return parameters -> Listing.symbols(selector, parameters);
    }

    /**
     * The list of its results; its cursor continues it at the endpoint for its form of query.
     *
     * @param parameters with the ref of traces that name none
     */
    Listing<?> listing(ListParameters parameters) {
        return query.listing(new ListParameters(
                ref != null ? ref : parameters.ref(),
                parameters.limit(),
                null,
                parameters.context(),
                parameters.encoding()));
    }
}
