package io.precinct.source.facts.query;

import io.precinct.source.api.SourceFault;
import io.precinct.source.pattern.Glob;

/**
 * {@code @tag:id}, in whose id {@code *} is any run of characters that are no white space. It matches whole ids. Immutable.
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
                    "an annotation is looked for by @tag:id without white space, say @req:PAY-*, got " + pattern);
        }
        return new AnnotationPattern(pattern.substring(1, colon), pattern.substring(colon + 1));
    }

    boolean matches(String otherTag, String otherId) {
        return tag.equals(otherTag) && Glob.matches(id, otherId);
    }
}
