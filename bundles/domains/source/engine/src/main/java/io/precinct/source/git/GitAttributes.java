package io.precinct.source.git;

import io.precinct.source.pattern.Glob;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.eclipse.jgit.attributes.AttributesRule;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code .gitattributes} files of a commit, as gitattributes(5) describes them: a file in a deeper folder wins, and
 * in a file the last line that matches. Only lines about attributes that are used here are kept, and only so many that
 * no file makes this slow. Thread-safe.
 */
// @req:source-attributes
public final class GitAttributes {
    private static final Logger LOG = LoggerFactory.getLogger(GitAttributes.class);

    private static final String FILE = ".gitattributes";
    private static final String MACRO = "[attr]";

    /** A longer line does not count, as for git. */
    private static final int LONGEST_LINE = 2048;

    /** Lines that count in a commit: each file is compared with each of them. */
    private static final int MOST_LINES = 500;

    private static final int MOST_MACROS = 100;
    /** Such files that are read. */
    private static final int MOST_FILES = 1000;

    private static final String LANGUAGE = "linguist-language";
    private static final String GENERATED = "linguist-generated";
    private static final String VENDORED = "linguist-vendored";
    private static final String DIFF = "diff";
    private static final Set<String> USED = Set.of(LANGUAGE, GENERATED, VENDORED, DIFF);

    private static final String SET = "set";
    private static final String UNSET = "unset";
    private static final String UNSPECIFIED = "unspecified";

    /** Nothing is declared. */
    public static final GitAttributes NONE = new GitAttributes("", folder -> null);

    private final String repository;
    /** Gives the content of the file in a folder, which is empty or ends with a slash; null if there is none. */
    private final Function<String, byte @Nullable []> read;

    private final Map<String, List<Line>> folders = new ConcurrentHashMap<>();
    private final Map<String, List<Attribute>> macros = new HashMap<>();
    private int left = MOST_LINES;

    private GitAttributes(String repository, Function<String, byte @Nullable []> read) {
        this.repository = repository;
        this.read = read;
        macros.put("binary", List.of(new Attribute(DIFF, UNSET)));
        byte[] root = read.apply("");
        folders.put("", root == null ? List.of() : lines("", root));
    }

    /** What a line says of an attribute: {@code set, unset, unspecified}, or a value behind {@code =}. */
    private record Attribute(String name, String value) {}

    /**
     * A line.
     *
     * @param glob its pattern, split at {@code /}; empty if only JGit understands it
     * @param rule matches a pattern with character classes; else null
     * @param attributes the last one first
     */
    private record Line(List<List<String>> glob, @Nullable AttributesRule rule, List<Attribute> attributes) {
        /** Null if the pattern means no file, or if matching it may take too long. */
        static @Nullable Line of(String pattern, List<Attribute> attributes) {
            if (pattern.endsWith("/")) {
                return null; // a folder has no attributes
            }
            if (pattern.indexOf('[') < 0 && pattern.indexOf('\\') < 0) {
                String anchored = pattern.indexOf('/') < 0
                        ? "**/" + pattern
                        : pattern.startsWith("/") ? pattern.substring(1) : pattern;
                return new Line(List.of(List.of(anchored.split("/", -1))), null, attributes);
            }
            // JGit's own matching takes the length of a path to the power of the stars.
            boolean affordable = pattern.chars().filter(c -> c == '*').count() <= 2
                    && pattern.lastIndexOf(']') > pattern.lastIndexOf('[');
            return affordable ? new Line(List.of(), new AttributesRule(pattern, ""), attributes) : null;
        }

        boolean matches(String path, List<String> segments) {
            return rule == null ? Glob.matchesPath(glob, segments) : rule.isMatch(path, false);
        }
    }

    /**
     * Those of a commit whose files are listed.
     *
     * @param files of the commit
     * @param read gives the content of a file, or null if that is too large to tell git something
     */
    public static GitAttributes of(
            String repository, List<TreeFile> files, Function<TreeFile, byte @Nullable []> read) {
        var found = new LinkedHashMap<String, TreeFile>();
        for (TreeFile file : files) {
            if (file.isFile() && (file.path().equals(FILE) || file.path().endsWith("/" + FILE))) {
                if (found.size() == MOST_FILES) {
                    LOG.warn("{} has more than {} {} files: the others are not used", repository, MOST_FILES, FILE);
                    break;
                }
                found.put(file.path().substring(0, file.path().length() - FILE.length()), file);
            }
        }
        return found.isEmpty()
                ? NONE
                : new GitAttributes(repository, folder -> {
                    TreeFile file = found.get(folder);
                    return file == null ? null : read.apply(file);
                });
    }

    /**
     * Those of a commit of which only a few files are asked about.
     *
     * @param read gives the content of the file at a path, or null if there is none, or it is too large
     */
    static GitAttributes lazily(String repository, Function<String, byte @Nullable []> read) {
        return new GitAttributes(repository, folder -> read.apply(folder + FILE));
    }

    private List<Line> lines(String folder, byte[] content) {
        var lines = new ArrayList<Line>();
        String text = new String(content, StandardCharsets.UTF_8);
        for (String line : (text.startsWith("\uFEFF") ? text.substring(1) : text).split("\n", -1)) {
            if (line.length() <= LONGEST_LINE) {
                add(line.strip(), folder.isEmpty(), lines);
            }
        }
        lines.removeIf(line -> line.attributes().stream().noneMatch(this::isUsed));
        synchronized (macros) {
            if (lines.size() > left) {
                LOG.warn(
                        "{} has more than {} lines about languages and generated files in its {} files: those in {} are"
                                + " not used",
                        repository,
                        MOST_LINES,
                        FILE,
                        folder.isEmpty() ? "the root" : folder);
                return List.of();
            }
            left -= lines.size();
        }
        return List.copyOf(lines);
    }

    private void add(String line, boolean mayDefine, List<Line> lines) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        String[] words = line.split("[ \t]+", -1);
        var attributes = new LinkedHashMap<String, Attribute>();
        for (int i = words.length - 1; i > 0; i--) {
            Attribute attribute = attribute(words[i]);
            attributes.putIfAbsent(attribute.name(), attribute);
        }
        List<Attribute> all = List.copyOf(attributes.values());
        if (words[0].startsWith(MACRO)) {
            if (mayDefine && macros.size() < MOST_MACROS) {
                macros.put(words[0].substring(MACRO.length()), all);
            }
            return;
        }
        // A macro may be defined below its use.
        Line made = all.isEmpty() ? null : Line.of(words[0], all);
        if (made != null) {
            lines.addFirst(made);
        }
    }

    private static Attribute attribute(String word) {
        int equals = word.indexOf('=');
        if (word.startsWith("-")) {
            return new Attribute(word.substring(1), UNSET);
        }
        if (word.startsWith("!")) {
            return new Attribute(word.substring(1), UNSPECIFIED);
        }
        return equals > 0
                ? new Attribute(word.substring(0, equals), "=" + word.substring(equals + 1))
                : new Attribute(word, SET);
    }

    private boolean isUsed(Attribute attribute) {
        return USED.contains(attribute.name()) || macros.containsKey(attribute.name());
    }

    /** The lines of a folder. */
    private List<Line> lines(String folder) {
        return folders.computeIfAbsent(folder, each -> {
            byte[] content = read.apply(each);
            return content == null ? List.of() : lines(each, content);
        });
    }

    /** What is declared about a file. */
    public FileAttributes of(String path) {
        if (this == NONE) {
            return FileAttributes.NONE;
        }
        List<String> segments = List.of(path.split("/", -1));
        var found = new HashMap<String, String>();
        int depth = segments.size() - 1;
        for (int end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1), depth--) {
            String folder = path.substring(0, end + 1);
            List<Line> lines = lines(folder);
            if (!lines.isEmpty()) {
                String below = path.substring(folder.length());
                List<String> rest = segments.subList(depth, segments.size());
                for (Line line : lines) {
                    if (line.matches(below, rest)) {
                        line.attributes().forEach(each -> take(each, found, new HashSet<>()));
                    }
                }
            }
            if (end < 0) {
                break;
            }
        }
        if (found.isEmpty()) {
            return FileAttributes.NONE;
        }
        String language = found.get(LANGUAGE);
        return new FileAttributes(
                language != null && language.startsWith("=") ? language.substring(1) : null,
                truth(found.get(GENERATED)),
                truth(found.get(VENDORED)),
                UNSET.equals(found.get(DIFF)));
    }

    /** Takes an attribute that nothing stronger has decided, and what it stands for if it is a macro. */
    private void take(Attribute attribute, Map<String, String> found, Set<String> within) {
        if (!isUsed(attribute)) {
            return;
        }
        List<Attribute> macro = macros.get(attribute.name());
        if (found.putIfAbsent(attribute.name(), attribute.value()) == null
                && macro != null
                && attribute.value().equals(SET)
                && within.add(attribute.name())) {
            macro.forEach(each -> take(each, found, within));
        }
    }

    private static @Nullable Boolean truth(@Nullable String value) {
        if (value == null || value.equals(UNSPECIFIED)) {
            return null;
        }
        return value.startsWith("=") ? !value.equals("=false") : value.equals(SET);
    }
}
