package io.precinct.graph.markdown;

import java.text.Normalizer;
import java.util.Locale;

/**
 * The name of a section in addresses: the heading in Unicode form NFKC and lower case. Each run of characters other
 * than letters, digits and combining marks becomes one hyphen, with none at the ends. "Build &amp; Test" becomes {@code
 * build-test}.
 */
public final class SectionSlug {
    private SectionSlug() {}

    /** Returns the slug of a heading; empty if the heading has neither letter nor digit. */
    public static String of(String name) {
        var slug = new StringBuilder(name.length());
        Normalizer.normalize(name, Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .forEach(c -> {
                    if (Character.isLetterOrDigit(c) || mark(c) && !slug.isEmpty()) {
                        slug.appendCodePoint(c);
                    } else if (!slug.isEmpty() && slug.charAt(slug.length() - 1) != '-') {
                        slug.append('-');
                    }
                });
        if (!slug.isEmpty() && slug.charAt(slug.length() - 1) == '-') {
            slug.setLength(slug.length() - 1);
        }
        return slug.toString();
    }

    /**
     * Returns the slug of a further heading with the same plain slug; {@code rank} is 0 for the first such heading.
     */
    public static String ranked(String slug, int rank) {
        return rank == 0 ? slug : slug + "-" + (rank + 1);
    }

    private static boolean mark(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }
}
