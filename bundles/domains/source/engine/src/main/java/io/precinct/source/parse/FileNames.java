package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.pattern.Glob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides which language a file is written in, by its name. Immutable. */
// @req:source-languages
final class FileNames {
    /** The most specific first: names without a wildcard, then by length; among equals, by the language's name. */
    private final List<Rule> rules;

    private final Map<String, String> extensions;

    FileNames(Collection<Language> languages) {
        this(languages, Map.of());
    }

    /** @param extensions languages by name endings behind a dot, which win over the languages' own patterns */
    FileNames(Collection<Language> languages, Map<String, String> extensions) {
        this.extensions = Map.copyOf(extensions);
        var all = new ArrayList<Rule>();
        for (Language language : languages) {
            for (String pattern : new TreeSet<>(language.files())) {
                all.add(new Rule(language.name(), pattern));
            }
        }
        all.sort(Comparator.comparing((Rule rule) -> !rule.exact())
                .thenComparing(rule -> -rule.pattern().length())
                .thenComparing(Rule::language));
        rules = List.copyOf(all);
    }

    /**
     * A pattern for file names.
     *
     * @param pattern a name, in which {@code *} stands for any characters
     * @param end the ending of every matching name: every file is compared with every rule, and this rules out most
     */
    private record Rule(String language, String pattern, String end) {
        Rule(String language, String pattern) {
            this(language, pattern, pattern.substring(pattern.lastIndexOf('*') + 1));
        }

        boolean exact() {
            return pattern.indexOf('*') < 0;
        }

        boolean matches(String name) {
            return name.endsWith(end) && Glob.matches(pattern, name);
        }
    }

    /**
     * The language of a file.
     *
     * @param allowed the languages in question; if two claim a file, the first of them wins; empty for all
     */
    Optional<String> languageOf(String path, List<String> allowed) {
        return claimants(path, allowed).stream().findFirst();
    }

    /**
     * The languages with an equal claim on a file: none, one, or several in the order of {@code allowed}, or by name if
     * that is empty.
     */
    List<String> claimants(String path, List<String> allowed) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String configured = extensions.isEmpty() ? null : configured(name);
        if (configured != null) {
            return allowed.isEmpty() || allowed.contains(configured) ? List.of(configured) : List.of();
        }
        Rule best = null;
        List<String> claimants = List.of();
        for (Rule rule : rules) {
            if (best != null
                    && (best.exact() != rule.exact()
                            || best.pattern().length() > rule.pattern().length())) {
                break;
            }
            if ((allowed.isEmpty() || allowed.contains(rule.language())) && rule.matches(name)) {
                claimants = best == null ? List.of(rule.language()) : with(claimants, rule.language());
                best = rule;
            }
        }
        if (claimants.size() < 2 || allowed.isEmpty()) {
            return claimants;
        }
        return claimants.stream()
                .sorted(Comparator.comparingInt(allowed::indexOf))
                .toList();
    }

    private static List<String> with(List<String> claimants, String language) {
        return Stream.concat(claimants.stream(), Stream.of(language)).distinct().toList();
    }

    /** The language by the longest configured ending; null if none is configured. */
    private @Nullable String configured(String name) {
        String found = null;
        for (int dot = name.indexOf('.'); found == null && dot >= 0; dot = name.indexOf('.', dot + 1)) {
            found = extensions.get(name.substring(dot + 1));
        }
        return found;
    }
}
