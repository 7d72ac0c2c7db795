package io.precinct.source.linguist;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What the beginning of a text reveals about its {@link Origin}, whatever its name is. */
public enum TextMark {
    /** A generator wrote so into one of the first lines. */
    GENERATED,
    /** Its lines are longer than anybody writes code. */
    LONG_LINES;

    /** How many bytes are looked at. */
    private static final int LOOKED_AT = 8000;

    private static final int LINES = 40;
    private static final int LONGEST_LINE = 400;
    /** A shorter text is no minified script. */
    private static final int SHORTEST = 1000;
    /** The average from which lines count as long. */
    private static final int LONG = 110;

    private static final byte[] WORD = "enerated".getBytes(StandardCharsets.US_ASCII);

    private static final Pattern SAID = Pattern.compile("(?i)(?:^|\\W)@generated\\b"
            + "|^\\W{0,8}code generated\\b"
            + "|\\b(?:auto[- ]?|automatically |machine[- ])generated (?:by|from|with|using|file)\\b"
            + "|\\bgenerated (?:by|with|using) (?:the )?(?:protocol buffer|thrift|antlr|jflex|cython|swig|gnu bison|bison|flex"
            + "|gperf|racc|jison|peg\\.?js|doxygen|haxe|autoconf|automake|gnu autoconf|re2c|mockgen|sqlc|openapi|swagger"
            + "|grpc|protoc|javacc|jooq|grammar-kit|pkgdown|roxygen2)");
    private static final Pattern MENTIONED = Pattern.compile("(?i)\\bgenerated\\b");
    private static final Pattern FORBIDDEN = Pattern.compile(
            "(?i)\\b(?:do not|don't|never|should not be|must not be) (?:\\w+ )?(?:edit|modif|change|touch)|not intended for manual edit");

    /** The marks of a text. */
    public static Set<TextMark> of(byte[] utf8) {
        int end = Math.min(utf8.length, LOOKED_AT);
        var marks = EnumSet.noneOf(TextMark.class);
        if (has(utf8, end, WORD) && isSaidGenerated(new String(utf8, 0, end, StandardCharsets.UTF_8))) {
            marks.add(GENERATED);
        }
        if (end >= SHORTEST) {
            int lines = 1;
            for (int i = 0; i < end - 1; i++) {
                lines += utf8[i] == '\n' ? 1 : 0;
            }
            if (end / lines > LONG) {
                marks.add(LONG_LINES);
            }
        }
        return marks;
    }

    private static boolean has(byte[] text, int end, byte[] word) {
        for (int i = 0; i + word.length <= end; i++) {
            int j = 0;
            while (j < word.length && (text[i + j] | 0x20) == word[j]) {
                j++;
            }
            if (j == word.length) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSaidGenerated(String head) {
        List<String> lines = head.lines()
                .limit(LINES)
                .map(line -> line.substring(0, Math.min(LONGEST_LINE, line.length())))
                .toList();
        for (int i = 0; i < lines.size(); i++) {
            if (SAID.matcher(lines.get(i)).find()) {
                return true;
            }
            if (MENTIONED.matcher(lines.get(i)).find()
                    && lines.subList(Math.max(0, i - 2), Math.min(lines.size(), i + 3)).stream()
                            .anyMatch(line -> FORBIDDEN.matcher(line).find())) {
                return true;
            }
        }
        return false;
    }
}
