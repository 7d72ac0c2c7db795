package io.precinct.itests.support;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The expectation of a sample of a language for one of its annotations. Immutable.
 *
 * <pre>{@code
 * // @req:below-attribute is next method T/f: @Test .. {}     association, kind, path of the name: code begins .. ends
 * // @req:statement is next if_statement: if (a) .. }         a node that declares nothing has its type and no name
 * // @req:top is file
 * "// @req:string is nothing"                                 no annotation
 * }</pre>
 *
 * @param id id of the annotation, unique in a sample
 * @param what {@code <association> <kind> <path of the name>}, {@code file} or {@code nothing}
 * @param begins how the code begins, or empty
 * @param ends how the code ends, or empty
 */
public record ExpectedAnnotation(String id, String what, String begins, String ends) {
    private static final Pattern SAID = Pattern.compile("@req:(?<id>[a-z-]+?)[ -]is[ -](?:(?<nothing>nothing)\\b"
            + "|(?<what>file|\\w+ [^:]+?)(?:: (?<code>.*?))?(?= \\*/| -->|\"\"\"|</summary>|$))");
    private static final String GAP = " .. ";

    /** All expectations of a sample, in its order. */
    public static List<ExpectedAnnotation> in(String sample) {
        return sample.lines()
                .flatMap(line -> SAID.matcher(line).results())
                .map(ExpectedAnnotation::of)
                .toList();
    }

    private static ExpectedAnnotation of(MatchResult said) {
        String code = said.group("code") == null ? "" : said.group("code").strip();
        int gap = code.indexOf(GAP);
        return new ExpectedAnnotation(
                said.group("id"),
                said.group("nothing") == null ? said.group("what").strip() : "nothing",
                gap < 0 ? code : code.substring(0, gap),
                gap < 0 ? "" : code.substring(gap + GAP.length()));
    }

    /** The fault of an annotation that was not found, or null. */
    public @Nullable String wrongAsNothing() {
        return what.equals("nothing") ? null : this + " is not found";
    }

    /**
     * The fault of an annotation that was found, or null.
     *
     * @param name path of the name of the code, or null
     */
    public @Nullable String wrong(String association, String kind, @Nullable String name, String code) {
        String found =
                association.equals("file") ? "file" : association + " " + kind + (name == null ? "" : " " + name);
        String whole = code.strip();
        return found.equals(what) && whole.startsWith(begins) && whole.endsWith(ends)
                ? null
                : this + " is " + found + ": " + code;
    }
}
