package io.precinct.dependencies.importer;

import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules that select what is imported. Immutable.
 *
 * @param repos patterns of repository names, with {@code *}
 * @param excluded globs of paths
 * @param onRefresh whether new commits are imported automatically
 */
record ImportRules(List<String> repos, List<String> excluded, boolean onRefresh, Matchers matchers) {
    private static final String ANYWHERE = "**/";

    /** The compiled patterns. All instances are equal, so that rules are compared by their texts alone. */
    record Matchers(Pattern repos, List<PathMatcher> excluded) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Matchers;
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    static ImportRules of(List<String> repos, List<String> excluded, boolean onRefresh) {
        String names = repos.stream()
                .map(each ->
                        Stream.of(each.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")))
                .collect(Collectors.joining("|"));
        List<PathMatcher> matchers = excluded.stream()
                .flatMap(glob -> glob.startsWith(ANYWHERE)
                        ? Stream.of(glob, glob.substring(ANYWHERE.length()))
                        : Stream.of(glob))
                .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
                .toList();
        return new ImportRules(
                List.copyOf(repos),
                List.copyOf(excluded),
                onRefresh,
                new Matchers(Pattern.compile(names, Pattern.DOTALL), matchers));
    }

    boolean imports(String repository) {
        return matchers.repos.matcher(repository).matches();
    }

    boolean reads(String path) {
        try {
            Path name = Path.of(path);
            return matchers.excluded.stream().noneMatch(glob -> glob.matches(name));
        } catch (InvalidPathException e) {
            return true;
        }
    }
}
