package io.precinct.source.git;

import io.precinct.source.pattern.Glob;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.jgit.attributes.Attribute;
import org.eclipse.jgit.attributes.AttributesNode;
import org.eclipse.jgit.attributes.AttributesRule;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code .gitattributes} files of a commit, as gitattributes(5) describes them: a file in a deeper folder wins, and
 * in a file the last line that matches. Only lines about attributes that are used here are kept. Thread-safe.
 */
// @req:source-attributes
public final class GitAttributes {
    private static final Logger LOG = LoggerFactory.getLogger(GitAttributes.class);

    private static final String FILE = ".gitattributes";
    private static final String MACRO = "[attr]";
    /** Lines that count in a commit: each file is compared with each of them. */
    private static final int MOST_RULES = 500;

    private static final String LANGUAGE = "linguist-language";
    private static final String GENERATED = "linguist-generated";
    private static final String VENDORED = "linguist-vendored";
    private static final String DIFF = "diff";
    private static final Set<String> USED = Set.of(LANGUAGE, GENERATED, VENDORED, DIFF);

    /** Nothing is declared. */
    public static final GitAttributes NONE = new GitAttributes(List.of());

    /** The deepest folders first. */
    private final List<Folder> folders;

    private GitAttributes(List<Folder> folders) {
        this.folders = folders;
    }

    /**
     * The lines of a folder.
     *
     * @param prefix its path and {@code /}; empty for the root
     * @param lines the last line first
     */
    private record Folder(String prefix, List<Line> lines) {}

    /**
     * A line with the attributes it sets, the last one first; macros are expanded.
     *
     * @param glob its pattern, split at {@code /}; empty if only JGit understands it
     */
    private record Line(AttributesRule rule, List<List<String>> glob, List<Attribute> attributes) {
        static Line of(AttributesRule rule, List<Attribute> attributes) {
            String pattern = rule.getPattern();
            boolean special = pattern.indexOf('[') >= 0 || pattern.indexOf('\\') >= 0;
            String anchored = pattern.indexOf('/') < 0
                    ? "**/" + pattern
                    : pattern.startsWith("/") ? pattern.substring(1) : pattern;
            return new Line(rule, special ? List.of() : List.of(List.of(anchored.split("/", -1))), attributes);
        }

        /** JGit's own matching takes the length of a path to the power of the stars. */
        boolean isAffordable() {
            return !glob.isEmpty()
                    || rule.getPattern().chars().filter(c -> c == '*').count() <= 2;
        }

        /** @param path below the line's folder */
        boolean matches(String path) {
            return glob.isEmpty() ? rule.isMatch(path, false) : Glob.matchesPath(glob, path);
        }
    }

    /**
     * Reads them.
     *
     * @param files of the commit
     * @param read gives the content of a file, or null if that is too large to tell git something
     */
    public static GitAttributes of(
            String repository, List<TreeFile> files, Function<TreeFile, byte @Nullable []> read) {
        List<TreeFile> found = files.stream()
                .filter(file -> file.isFile()
                        && (file.path().equals(FILE) || file.path().endsWith("/" + FILE)))
                .toList();
        if (found.isEmpty()) {
            return NONE;
        }
        var macros = new HashMap<>(Map.of("binary", List.of(new Attribute(DIFF, Attribute.State.UNSET))));
        var folders = new ArrayList<Folder>();
        int left = MOST_RULES;
        // The root's first, since its macros hold everywhere.
        for (TreeFile file : found.stream()
                .sorted(Comparator.comparingLong(GitAttributes::depth))
                .toList()) {
            byte[] content = read.apply(file);
            List<Line> lines = content == null
                    ? List.of()
                    : lines(repository + "/" + file.path(), content, depth(file) == 0, macros);
            if (lines.size() > left) {
                LOG.warn(
                        "{} has more than {} lines about languages and generated files in its {} files: those from {}"
                                + " on are not used",
                        repository,
                        MOST_RULES,
                        FILE,
                        file.path());
                break;
            }
            left -= lines.size();
            if (!lines.isEmpty()) {
                String path = file.path();
                folders.addFirst(new Folder(path.substring(0, path.length() - FILE.length()), lines));
            }
        }
        return new GitAttributes(List.copyOf(folders));
    }

    private static long depth(TreeFile file) {
        return file.path().chars().filter(c -> c == '/').count();
    }

    private static List<Line> lines(
            String path, byte[] content, boolean mayDefine, Map<String, List<Attribute>> macros) {
        var node = new AttributesNode();
        try {
            node.parse(new ByteArrayInputStream(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of an array
        }
        var lines = new ArrayList<Line>();
        for (AttributesRule rule : node.getRules()) {
            List<Attribute> expanded = expanded(rule.getAttributes(), macros);
            if (rule.getPattern().startsWith(MACRO)) {
                if (mayDefine) {
                    macros.put(rule.getPattern().substring(MACRO.length()).strip(), expanded);
                }
            } else if (!expanded.isEmpty() && !rule.isDirOnly()) { // a folder has no attributes
                var line = Line.of(rule, expanded.reversed());
                if (line.isAffordable()) {
                    lines.addFirst(line);
                } else {
                    LOG.warn("{} of {} is not used: it has more than two *, beside [ or \\", rule.getPattern(), path);
                }
            }
        }
        return List.copyOf(lines);
    }

    private static List<Attribute> expanded(List<Attribute> attributes, Map<String, List<Attribute>> macros) {
        return attributes.stream()
                .flatMap(one -> (one.getState() == Attribute.State.SET
                                ? macros.getOrDefault(one.getKey(), List.of(one))
                                : List.of(one))
                        .stream())
                .filter(one -> USED.contains(one.getKey()))
                .toList();
    }

    /** What is declared about a file. */
    public FileAttributes of(String path) {
        if (folders.isEmpty()) {
            return FileAttributes.NONE;
        }
        var found = new HashMap<String, Attribute>();
        for (Folder folder : folders) {
            if (path.startsWith(folder.prefix())) {
                String below = path.substring(folder.prefix().length());
                for (Line line : folder.lines()) {
                    if (line.matches(below)) {
                        line.attributes().forEach(one -> found.putIfAbsent(one.getKey(), one));
                    }
                }
            }
        }
        if (found.isEmpty()) {
            return FileAttributes.NONE;
        }
        Attribute language = found.get(LANGUAGE);
        Attribute diff = found.get(DIFF);
        return new FileAttributes(
                language == null || language.getState() != Attribute.State.CUSTOM ? null : language.getValue(),
                truth(found.get(GENERATED)),
                truth(found.get(VENDORED)),
                diff != null && diff.getState() == Attribute.State.UNSET);
    }

    private static @Nullable Boolean truth(@Nullable Attribute attribute) {
        if (attribute == null) {
            return null;
        }
        return switch (attribute.getState()) {
            case SET -> true;
            case UNSET -> false;
            case CUSTOM -> !"false".equals(attribute.getValue());
            default -> null;
        };
    }
}
