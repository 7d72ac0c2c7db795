package io.precinct.source.pattern;

import org.jspecify.annotations.Nullable;

/**
 * A format of a repository's annotations besides {@code @tag:id}. Immutable.
 *
 * @param name {@link #OPENFASTTRACE}, {@link #SPHINX_CODELINKS}, or the name of a repository's own pattern
 * @param pattern regular expression of RE2 with a named group {@code id}; null for the formats that are known by name
 */
public record AnnotationFormat(String name, @Nullable String pattern) {
    /** The group of a pattern with the named id. */
    public static final String ID = "id";

    /** The group of a pattern with the tag; if there is none or it is empty, the name is the tag. */
    public static final String TAG = "tag";

    /** The group of a pattern with the revision of the named id. */
    public static final String REVISION = "revision";

    /** {@code [impl->dsn~name~1]}. */
    public static final String OPENFASTTRACE = "openfasttrace";

    /** {@code @ title, id, type, [links]} and {@code @need-ids: ID1, ID2}. */
    public static final String SPHINX_CODELINKS = "sphinx-codelinks";
}
