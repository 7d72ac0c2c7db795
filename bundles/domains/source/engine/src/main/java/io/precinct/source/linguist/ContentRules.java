package io.precinct.source.linguist;

import io.precinct.lib.re2j.LinearPattern;
import io.precinct.lib.re2j.Patterns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells by their content in which language files are that share an ending, from {@code contents.txt}. Its expressions
 * are compiled when they are first needed. Thread-safe.
 */
public final class ContentRules {
    private static final Map<String, List<Rule>> BY_ENDING = read();

    private ContentRules() {}

    /** A language, and what must be true of a file in it. */
    private record Rule(KnownLanguage language, List<Condition> conditions) {
        boolean isMet(byte[] utf8) {
            return conditions.stream().allMatch(condition -> condition.isMet(utf8));
        }
    }

    /** An expression that a file must have or lack. */
    private static final class Condition {
        private final boolean has;
        private final String expression;
        private volatile @Nullable LinearPattern pattern;

        Condition(boolean has, String expression) {
            this.has = has;
            this.expression = expression;
        }

        boolean isMet(byte[] utf8) {
            LinearPattern compiled = pattern;
            if (compiled == null) {
                compiled = new Patterns().compile("(?m)" + expression);
                pattern = compiled;
            }
            return compiled.find(utf8, 0, utf8.length, !has) == has;
        }
    }

    /** Whether there are rules for a file of this name. */
    public static boolean decideOn(String path) {
        return LanguageTable.endingIn(BY_ENDING, name(path)) != null;
    }

    /**
     * The language that the content of a file tells.
     *
     * @param utf8 the beginning of the file, some kilobytes
     * @return null if there is no rule for its ending, none is met, or only the one for everything else
     */
    public static @Nullable KnownLanguage told(String path, byte[] utf8) {
        String ending = LanguageTable.endingIn(BY_ENDING, name(path));
        if (ending == null) {
            return null;
        }
        for (Rule rule : BY_ENDING.getOrDefault(ending, List.of())) {
            if (rule.isMet(utf8)) {
                return rule.conditions().isEmpty() ? null : rule.language();
            }
        }
        return null;
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static Map<String, List<Rule>> read() {
        var byEnding = new HashMap<String, List<Rule>>();
        List<String> endings = List.of();
        KnownLanguage language = null;
        List<Condition> conditions = new ArrayList<>();
        for (String line : LanguageTable.lines("contents.txt")) {
            int space = line.indexOf(' ');
            if (space < 0 || line.startsWith("#")) {
                continue;
            }
            String rest = line.substring(space + 1);
            switch (line.substring(0, space)) {
                case "endings" -> {
                    endings = List.of(rest.split(" ", -1));
                    endings.forEach(ending -> byEnding.put(ending, new ArrayList<>()));
                }
                case "language" -> {
                    // Where several languages look alike, the first one stands for them.
                    String name = rest.split(" ", -1)[0];
                    language = Objects.requireNonNull(LanguageTable.named(name), name);
                    conditions = new ArrayList<>();
                    var rule = new Rule(language, conditions);
                    endings.forEach(ending ->
                            Objects.requireNonNull(byEnding.get(ending)).add(rule));
                }
                case "has" -> conditions.add(new Condition(true, rest));
                case "lacks" -> conditions.add(new Condition(false, rest));
                default -> throw new IllegalStateException("contents.txt does not have lines such as " + line);
            }
        }
        return byEnding;
    }

    /** Compiles every expression, so that a test finds one that this machine's engine refuses. */
    static void compileAll() {
        for (List<Rule> rules : BY_ENDING.values()) {
            for (Rule rule : rules) {
                rule.isMet(new byte[0]);
                rule.conditions().forEach(condition -> condition.isMet(new byte[0]));
            }
        }
    }
}
