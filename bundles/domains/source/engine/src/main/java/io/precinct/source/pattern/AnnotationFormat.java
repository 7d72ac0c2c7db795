package io.precinct.source.pattern;

import org.jspecify.annotations.Nullable;

/**
 * How annotations of a repository may look beside {@code @tag:id}. Immutable.
 *
 * @param name {@link #OPENFASTTRACE}, {@link #SPHINX_CODELINKS}, or that of a pattern of the repository's own
 * @param pattern regular expression of RE2 with a named group {@code id}; null for the formats that are known by name
 */
public record AnnotationFormat(String name, @Nullable String pattern) {
    /** The group of a pattern that holds what is named. */
    public static final String ID = "id";

    /** The group of a pattern that holds the tag; where it has none or that is empty, the name is the tag. */
    public static final String TAG = "tag";

    /** The group of a pattern that holds the revision of what is named. */
    public static final String REVISION = "revision";

    /** {@code [impl->dsn~name~1]}. */
    public static final String OPENFASTTRACE = "openfasttrace";

    /** {@code @ title, id, type, [links]} and {@code @need-ids: ID1, ID2}. */
    public static final String SPHINX_CODELINKS = "sphinx-codelinks";
}
