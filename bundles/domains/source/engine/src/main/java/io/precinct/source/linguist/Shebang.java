package io.precinct.source.linguist;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The first line of a script, which names its interpreter. */
final class Shebang {
    private static final int LINES = 5;
    /** Bytes of the first line that are looked at. */
    private static final int LONGEST = 500;

    /** How scripts that a shell only starts go on: {@code exec python3 "$0" "$@"}. */
    private static final Pattern EXEC = Pattern.compile("exec['\"\\s]+(?:[^\\s'\"]*/)?([\\w.-]+)['\"\\s]+\"?\\$0");

    private Shebang() {}

    /**
     * The program of {@code #!/bin/sh -e} or of {@code #!/usr/bin/env -S VAR=1 python3 -u}; null without such a line. If
     * it is a shell that hands the file on to another program within the first lines, it is that program.
     *
     * @param head first bytes of a file
     */
    static @Nullable String interpreter(byte[] head) {
        String program = named(head);
        if (!"sh".equals(program)) {
            return program;
        }
        Matcher exec = new String(head, 0, Math.min(head.length, 1000), StandardCharsets.ISO_8859_1)
                .lines()
                .limit(LINES)
                .map(EXEC::matcher)
                .filter(Matcher::find)
                .findFirst()
                .orElse(null);
        return exec == null ? program : exec.group(1);
    }

    private static @Nullable String named(byte[] head) {
        if (head.length < 3 || head[0] != '#' || head[1] != '!') {
            return null;
        }
        int end = 2;
        while (end < Math.min(head.length, LONGEST) && head[end] != '\n' && head[end] != '\r') {
            end++;
        }
        boolean env = false;
        for (String word : new String(head, 2, end - 2, StandardCharsets.ISO_8859_1)
                .strip()
                .split("\\s+", -1)) {
            String program = word.substring(word.lastIndexOf('/') + 1);
            if (!env && program.equals("env")) {
                env = true;
            } else if (!env || !(word.startsWith("-") || word.indexOf('=') >= 0)) {
                return program;
            }
        }
        return null;
    }
}
