package io.precinct.source.endpoints;

import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.source.api.TextSelector;
import java.util.List;
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

    /** What every search takes. */
    static final Contract PARAMETERS = Field.query(TEXT, REGEX, CASE, WORD, PATH, LANG);

    /** What a search over several repositories takes besides. */
    static final Contract OF_REPOSITORIES = Field.query(REPOSITORY);

    private TextQuery() {}

    /** What is searched for; faults go into {@code query}. */
    static TextSelector selector(Form query) {
        String text = TEXT.in(query);
        boolean regex = Boolean.TRUE.equals(REGEX.in(query));
        return new TextSelector(
                regex ? text : literal(text),
                regex,
                !NO.equals(CASE.in(query)),
                Boolean.TRUE.equals(WORD.in(query)),
                ListParameters.filled(PATH.in(query)),
                ListParameters.filled(LANG.in(query)));
    }

    /** The repositories that a search over several names; empty for all. */
    static List<String> repositories(Form query) {
        return REPOSITORY.in(query);
    }

    /** What a literal text means. */
    static String literal(String text) {
        String stripped = text.strip();
        if (stripped.length() < 2 || stripped.charAt(0) != '"') {
            return stripped;
        }
        var exact = new StringBuilder();
        for (int i = 1; i < stripped.length(); i++) {
            char c = stripped.charAt(i);
            if (c == '"') {
                // A quote within it is not kept by a backslash, so that the quotes at both ends are part of the text.
                return i == stripped.length() - 1 ? exact.toString() : stripped;
            }
            boolean kept = c == '\\' && i + 1 < stripped.length() && "\"\\".indexOf(stripped.charAt(i + 1)) >= 0;
            exact.append(kept ? stripped.charAt(++i) : c);
        }
        return stripped;
    }
}
