package io.precinct.source.facts.query;

import io.precinct.source.api.SourceFault;
import io.precinct.source.pattern.Glob;

/**
 * {@code @tag:id}, in which {@code *} stands for any run of characters without white space, so that {@code @*:*} is
 * every annotation. It matches whole tags and ids. Immutable.
 */
// @req:source-annotation-pattern
public record AnnotationPattern(String tag, String id) {
    /**
     * Reads a pattern.
     *
     * @throws SourceFault 400 {@code bad_pattern}
     */
    public static AnnotationPattern of(String pattern) {
        int colon = pattern.indexOf(':');
        if (!pattern.startsWith("@")
                || colon < 2
                || colon + 1 == pattern.length()
                || pattern.chars().anyMatch(Character::isWhitespace)) {
            throw SourceFault.of(
                    400,
                    "bad_pattern",
                    "an annotation is looked for by @tag:id without white space, say @req:PAY-* or @*:PAY-1, got "
                            + pattern);
        }
        return new AnnotationPattern(pattern.substring(1, colon), pattern.substring(colon + 1));
    }

    /** The beginning of {@code tag:id} in all annotations that it matches. */
    public String prefix() {
        return tag.indexOf('*') < 0 ? tag + ":" + Glob.prefix(id) : Glob.prefix(tag);
    }

    /** Whether it matches an annotation. */
    public boolean matches(String otherTag, String otherId) {
        return Glob.matches(tag, otherTag) && Glob.matches(id, otherId);
    }
}
