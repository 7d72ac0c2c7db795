package io.precinct.config.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Hints for syntax errors of the parser: the mistakes that usually cause them. */
final class SyntaxHint {
    private SyntaxHint() {}

    /** The message of the parser, on one line. */
    static String message(MarkedYamlEngineException e) {
        String context = Optional.ofNullable(e.getContext()).orElse("");
        String problem = Optional.ofNullable(e.getProblem()).orElse("it is malformed");
        String words = context.isBlank() ? problem : context + ": " + problem;
        return "invalid YAML: " + words.replaceAll("\\s+", " ").strip();
    }

    static String of(MarkedYamlEngineException e, String text) {
        String problem = Optional.ofNullable(e.getProblem()).orElse("");
        String context = Optional.ofNullable(e.getContext()).orElse("");
        int line = e.getProblemMark().map(mark -> mark.getLine()).orElse(0);
        if (problem.contains("\\t") || problem.contains("TAB") || lineHasLeadingTab(text, line)) {
            return "indent with spaces; YAML allows no tabs there";
        }
        if (problem.contains("mapping values are not allowed")) {
            return "put text that contains \": \" in quotes, or check the indentation";
        }
        if (context.contains("quoted scalar")) {
            return "a quote is not closed";
        }
        if (context.contains("flow mapping") || context.contains("flow sequence")) {
            return "a bracket is not closed, or a comma is missing";
        }
        if (problem.contains("cannot start any token")) {
            return "put text that begins with this character in quotes";
        }
        return "check indentation and quotes here and in the line above";
    }

    private static boolean lineHasLeadingTab(String text, int line) {
        return text.lines().skip(line).findFirst().orElse("").matches(" *\\t.*");
    }
}
