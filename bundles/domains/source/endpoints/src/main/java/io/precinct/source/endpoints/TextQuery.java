package io.precinct.source.endpoints;

import io.precinct.api.boundary.Input;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.common.uri.PercentCoding;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.source.api.TextSelector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parameters of a search for text. */
final class TextQuery {
    private static final int LONGEST = 1000;
    private static final String YES = "yes";
    private static final String NO = "no";

    private static final Field<String> TEXT = Field.requiredText("q", LONGEST)
            .describedAs("What to search for, in lines. Between double quotes it is taken as it stands there, with its"
                    + " spaces at both ends; a backslash keeps a quote or a backslash.")
            .example("Greeter");
    private static final Field<@Nullable Boolean> REGEX =
            Field.truth("regex").orElse(false).describedAs("Whether q is a regular expression, in the syntax of RE2.");
    private static final Field<@Nullable Boolean> MULTILINE =
            Field.truth("multiline").orElse(false).describedAs("Whether a match may go over several lines.");
    private static final Field<@Nullable String> CASE =
            Field.oneOf("case", List.of(YES, NO)).orElse(YES).describedAs("Whether upper and lower case differ.");
    private static final Field<@Nullable Boolean> WORD =
            Field.truth("word").orElse(false).describedAs("Whether a match begins and ends at the bounds of a word.");
    private static final Field<@Nullable String> PATH =
            Field.text("path", ListParameters.LONGEST_PATH).describedAs("A file, a folder, or a pattern of paths.");
    private static final Field<@Nullable String> LANG =
            Field.text("lang", LONGEST).describedAs("Language of the files.").example("java");
    private static final Field<List<String>> REPOSITORY = Field.several("repo", Schema.text())
            .describedAs("A repository; several times for several; * stands for anything.");

    /** The parameters of every search. */
    static final Contract PARAMETERS = Field.query(TEXT, REGEX, MULTILINE, CASE, WORD, PATH, LANG);

    /** The additional parameters of a search over several repositories. */
    static final Contract OF_REPOSITORIES = Field.query(REPOSITORY);

    /** The answer for a page whose text has such words. */
    static final Contract SPLIT = Contract.of(Answer.of(
            303,
            "On pages: words of q such as lang:java became parameters.",
            Schema.object().with("location", Schema.text())));

    /** On pages, words that stand for parameters. */
    private static final Pattern WORDS = Pattern.compile("(?<!\\S)(repo|path|lang|sym):(\\S+)");

    private TextQuery() {}

    /** Whether a search is for a regular expression. */
    static boolean isExpression(Form query) {
        return Boolean.TRUE.equals(REGEX.in(query));
    }

    /** The selector of a search; faults go into {@code query}. */
    static TextSelector selector(Form query) {
        String text = TEXT.in(query);
        boolean regex = isExpression(query);
        return new TextSelector(
                regex ? text : literal(text),
                regex,
                !NO.equals(CASE.in(query)),
                Boolean.TRUE.equals(WORD.in(query)),
                ListParameters.filled(PATH.in(query)),
                ListParameters.filled(LANG.in(query)),
                Boolean.TRUE.equals(MULTILINE.in(query)));
    }

    /** The repositories that a search over several names; empty for all. */
    static List<String> repositories(Form query) {
        return REPOSITORY.in(query);
    }

    /**
     * The redirect of a page whose text has words such as {@code lang:java}, which stand for parameters; null if it has
     * none. {@code sym:name} leads to the symbols of that name.
     */
    static @Nullable String split(Input input) {
        if (!Accept.page(input)) {
            return null;
        }
        Map<String, @Nullable Object> query = new LinkedHashMap<>(input.query().map());
        String text = query.get("q") instanceof String q ? q : "";
        Matcher words = WORDS.matcher(text);
        if (literal(text).length() < text.strip().length() || !words.find()) {
            return null;
        }
        boolean symbols = false;
        boolean everywhere = !input.path().startsWith("/repos/");
        words.reset();
        while (words.find()) {
            String name = words.group(1);
            symbols |= name.equals("sym");
            everywhere |= name.equals("repo");
            query.put(name.equals("sym") ? "name" : name, words.group(2));
        }
        String rest = words.replaceAll(" ").strip();
        query.put("q", rest);
        if (symbols) {
            query.keySet().retainAll(List.of("name", "path", "ref"));
        }
        String list = symbols ? "symbols" : "search";
        String path = input.path();
        String at = everywhere ? "/" + list : path.substring(0, path.lastIndexOf('/') + 1) + list;
        return at
                + query.entrySet().stream()
                        .filter(one -> one.getValue() instanceof String)
                        .map(one -> one.getKey() + "=" + PercentCoding.encode((String) one.getValue()))
                        .collect(Collectors.joining("&", "?", ""));
    }

    /** The literal text that a query means. */
    static String literal(String text) {
        String stripped = text.strip();
        if (stripped.length() < 2 || stripped.charAt(0) != '"') {
            return stripped;
        }
        var exact = new StringBuilder();
        for (int i = 1; i < stripped.length(); i++) {
            char c = stripped.charAt(i);
            if (c == '"') {
                // A backslash does not protect a quote within it, so the quotes at both ends are part of the text.
                return i == stripped.length() - 1 ? exact.toString() : stripped;
            }
            boolean kept = c == '\\' && i + 1 < stripped.length() && "\"\\".indexOf(stripped.charAt(i + 1)) >= 0;
            exact.append(kept ? stripped.charAt(++i) : c);
        }
        return stripped;
    }
}
