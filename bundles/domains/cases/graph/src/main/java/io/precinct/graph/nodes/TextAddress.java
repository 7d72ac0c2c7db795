package io.precinct.graph.nodes;

import io.precinct.graph.markdown.Fence;
import io.precinct.graph.markdown.Outline;
import io.precinct.graph.markdown.Section;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a text. {@code slug} is a whole node, {@code slug:section.section} is the text below a heading, and
 * {@code slug:section.section.<fence>} is the content of the first fence of that section whose info string begins with
 * that word.
 *
 * @param slug the slug of the node
 * @param path slugs of sections from the outside in, the fence last; empty for the whole node
 */
public record TextAddress(String slug, List<String> path) {
    /** The form of an address, as text for people. */
    public static final String RULE =
            "slug, slug:section.section or slug:section.section.<fence>; a slug is letters, digits, '.', '_' and '-',"
                    + " a section its heading in lower case with hyphens between the words";

    /** The form of a slug, as text for people. */
    public static final String SLUG_RULE =
            "1 to 200 letters, digits, '.', '_' and '-' of ASCII, the first a letter or a digit";

    /** Most characters of an address. */
    public static final int LONGEST = 2000;

    /** The pattern of a slug. */
    public static final String SLUG = "[A-Za-z0-9][A-Za-z0-9._-]{0,199}";

    private static final Pattern NODE = Pattern.compile(SLUG);
    private static final Pattern SHAPE = Pattern.compile(SLUG + "(:[^.:\\s\\p{Cntrl}]+(\\.[^.:\\s\\p{Cntrl}]+)*)?");

    public TextAddress {
        path = List.copyOf(path);
    }

    /** Whether a node can have this slug. */
    public static boolean names(String slug) {
        return NODE.matcher(slug).matches();
    }

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException if the text is not an address
     */
    public static TextAddress of(String text) {
        if (text.length() > LONGEST || !SHAPE.matcher(text).matches()) {
            throw new IllegalArgumentException("an address is " + RULE);
        }
        int colon = text.indexOf(':');
        return colon < 0
                ? new TextAddress(text, List.of())
                : new TextAddress(
                        text.substring(0, colon),
                        List.of(text.substring(colon + 1).split("\\.")));
    }

    /**
     * Returns the text at this address in the body of a node, byte for byte. For a section, this is everything below
     * its heading including subsections, without blank lines at both ends; for a fence, its lines. Returns null if
     * there is nothing at this address.
     */
    public @Nullable String in(String body) {
        if (path.isEmpty()) {
            return body;
        }
        Outline outline = Outline.of(body);
        Section section = outline.find(path);
        if (section != null) {
            return below(section, outline);
        }
        Section around = outline.find(path.subList(0, path.size() - 1));
        if (around == null) {
            return null;
        }
        for (Fence fence : around.fences()) {
            if (fence.info().equals(path.getLast())) {
                return fence.content(outline.lines());
            }
        }
        return null;
    }

    private static String below(Section section, Outline outline) {
        int from = section.body();
        int to = section.end();
        while (from < to && outline.lines().blank(from)) {
            from++;
        }
        while (to > from && outline.lines().blank(to - 1)) {
            to--;
        }
        return from == to
                ? ""
                : outline.lines()
                        .text()
                        .substring(outline.lines().start(from), outline.lines().end(to - 1));
    }
}
