package io.precinct.source.linguist;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The line by which a file tells Emacs or Vim its language, among its first or last five lines. */
final class Modeline {
    private static final int LINES = 5;
    private static final int LONGEST_LINE = 1000;

    private static final String MARK = "-*-";
    private static final Pattern EMACS_MODE = Pattern.compile("(?i)mode[ \\t]*:[ \\t]*([^;\\s]+)");
    private static final Pattern VIM =
            Pattern.compile("(?:^|[ \\t])(?:vi|[Vv]im[<=>]?[0-9]*|(?<=[ \\t])ex):[ \\t]*(.*)");
    private static final Pattern VIM_SET = Pattern.compile("set?[ \\t]+([^:]*):.*");
    private static final Pattern VIM_TYPE = Pattern.compile("(?:^|[ \\t:])(?:filetype|ft|syntax)=(\\w+)(?=$|[\\s:])");

    private Modeline() {}

    /**
     * The language's name as the editor knows it; null if there is no such line.
     *
     * @param whole whether {@code text} is the whole file, so that its last lines count too
     */
    static @Nullable String mode(String text, boolean whole) {
        List<String> first = text.lines().limit(LINES).toList();
        String found = mode(first);
        return found == null && whole ? mode(lastLines(text)) : found;
    }

    private static @Nullable String mode(List<String> lines) {
        for (String line : lines) {
            if (line.length() <= LONGEST_LINE) {
                String emacs = emacs(line);
                String found = emacs == null ? vim(line) : emacs;
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static List<String> lastLines(String text) {
        int from = text.length();
        for (int count = 0; count <= LINES && from >= 0; count++) {
            from = from == 0 ? -1 : text.lastIndexOf('\n', from - 1);
        }
        return text.substring(Math.max(0, from)).lines().toList();
    }

    /** {@code -*- ruby -*-} or {@code -*- coding: utf-8; mode: ruby -*-}. */
    private static @Nullable String emacs(String line) {
        int from = line.indexOf(MARK);
        int to = from < 0 ? -1 : line.indexOf(MARK, from + MARK.length());
        if (to < 0) {
            return null;
        }
        String inside = line.substring(from + MARK.length(), to).strip();
        if (inside.indexOf(':') < 0) {
            return inside.isEmpty() || inside.matches(".*\\s.*") ? null : inside;
        }
        for (String variable : inside.split(";", -1)) {
            Matcher mode = EMACS_MODE.matcher(variable.strip());
            if (mode.matches()) {
                return mode.group(1);
            }
        }
        return null;
    }

    /** {@code vim: ts=4 ft=ruby} or {@code vim: set ft=ruby :}. */
    private static @Nullable String vim(String line) {
        Matcher modeline = VIM.matcher(line);
        if (!modeline.find()) {
            return null;
        }
        String options = modeline.group(1);
        Matcher set = VIM_SET.matcher(options);
        boolean isSet = options.startsWith("se ") || options.startsWith("set ");
        if (isSet && !set.matches()) {
            return null;
        }
        Matcher type = VIM_TYPE.matcher(isSet ? set.group(1) : options);
        return type.find() ? type.group(1) : null;
    }
}
