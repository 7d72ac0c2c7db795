package io.precinct.source.facts.index;

import io.precinct.source.git.TreeFile;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides between languages that claim the same file name, such as C and C++ for {@code *.h}: the file is in the
 * language of most files in its folder and below; if there are none, those of the folder above count, and so on. On a
 * tie, and in a repository with neither, the language that claims it first wins. Immutable.
 *
 * @param contested how many files several languages claim
 * @param counts files by folder, the folders below included, and language; the root is the empty text
 */
record Surroundings(int contested, Map<String, Map<String, Integer>> counts) {
    /** So many contested files may be opened to see what their content tells: it takes a second or two. */
    private static final int FEW = 2_000;

    static Surroundings of(List<TreeFile> files, Function<String, List<String>> claimants) {
        int count = 0;
        Set<String> contested = new HashSet<>();
        Map<String, String> certain = new HashMap<>();
        for (TreeFile file : files) {
            List<String> languages = file.isFile() ? claimants.apply(file.path()) : List.of();
            if (languages.size() > 1) {
                count++;
                contested.addAll(languages);
            } else if (languages.size() == 1) {
                certain.put(file.path(), languages.getFirst());
            }
        }
        Map<String, Map<String, Integer>> counts = new HashMap<>();
        certain.forEach((path, language) -> {
            if (contested.contains(language)) {
                for (String folder = folder(path); folder != null; folder = folder(folder)) {
                    counts.computeIfAbsent(folder, _ -> new HashMap<>()).merge(language, 1, Integer::sum);
                }
            }
        });
        return new Surroundings(count, counts);
    }

    /**
     * The language of a file where that need not be opened: in a repository with many such files, that of the nearest
     * files that decide if nine of ten agree. Null elsewhere.
     *
     * @param claimants at least one
     */
    @Nullable
    String clear(String path, List<String> claimants) {
        for (String folder = contested > FEW ? folder(path) : null; folder != null; folder = folder(folder)) {
            Map<String, Integer> around = counts.getOrDefault(folder, Map.of());
            int all = claimants.stream()
                    .mapToInt(language -> around.getOrDefault(language, 0))
                    .sum();
            if (all > 0) {
                return claimants.stream()
                        .filter(language -> 10 * around.getOrDefault(language, 0) >= 9 * all)
                        .findFirst()
                        .orElse(null);
            }
        }
        return null;
    }

    /**
     * The language of most files around a file.
     *
     * @param claimants at least one
     */
    String choose(String path, List<String> claimants) {
        for (String folder = folder(path); folder != null; folder = folder(folder)) {
            Map<String, Integer> around = counts.getOrDefault(folder, Map.of());
            String most = claimants.getFirst();
            for (String language : claimants) {
                most = around.getOrDefault(language, 0) > around.getOrDefault(most, 0) ? language : most;
            }
            if (around.containsKey(most)) {
                return most;
            }
        }
        return claimants.getFirst();
    }

    /** The folder of a path; null for the root. */
    private static @Nullable String folder(String path) {
        int slash = path.lastIndexOf('/');
        return slash >= 0 ? path.substring(0, slash) : path.isEmpty() ? null : "";
    }
}
