package io.precinct.dependencies.importer.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The Go modules of a repository, with their direct requirements after replacements. For a single use; not thread-safe.
 */
final class GoModules {
    private final Findings findings;
    private final Map<String, GoModule> modules = new TreeMap<>();

    /** A {@code go.mod} file. */
    private static final class GoModule {
        private @Nullable String name;
        private final List<String> required = new ArrayList<>();
        private final Map<String, String> replaced = new HashMap<>();
    }

    GoModules(Findings findings) {
        this.findings = findings;
    }

    /** Reads a {@code go.mod} file. */
    void add(String path, String text) {
        try {
            modules.put(Paths.folder(path), read(text));
        } catch (BadFile e) {
            findings.unreadable(path, e.line(), String.valueOf(e.getMessage()));
        }
    }

    private static GoModule read(String text) throws BadFile {
        var module = new GoModule();
        String block = null;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            int comment = line.indexOf("//");
            String said = (comment < 0 ? line : line.substring(0, comment)).strip();
            String note = comment < 0 ? "" : line.substring(comment + 2).strip();
            if (said.isEmpty()) {
                continue;
            }
            if (block != null) {
                if (said.equals(")")) {
                    block = null;
                } else {
                    directive(module, block, words(said, number), note, number);
                }
                continue;
            }
            List<String> words = words(said, number);
            if (words.getLast().equals("(") && words.size() == 2) {
                block = words.getFirst();
            } else if (words.getFirst().endsWith("(") && words.size() == 1) {
                block = said.substring(0, said.length() - 1);
            } else {
                directive(module, words.getFirst(), words.subList(1, words.size()), note, number);
            }
        }
        if (block != null) {
            throw new BadFile(number, "the block of " + block + " does not end");
        }
        if (module.name == null) {
            throw new BadFile(1, "no line says which module this is");
        }
        return module;
    }

    private static List<String> words(String said, int line) throws BadFile {
        List<String> words = new ArrayList<>();
        for (String word : said.split("\\s+")) {
            boolean quoted = word.length() > 1 && (word.startsWith("\"") || word.startsWith("`"));
            if (quoted && word.charAt(word.length() - 1) != word.charAt(0)) {
                throw new BadFile(line, "a quotation does not end");
            }
            words.add(quoted ? word.substring(1, word.length() - 1) : word);
        }
        return words;
    }

    private static void directive(GoModule module, String directive, List<String> words, String note, int line)
            throws BadFile {
        switch (directive) {
            case "module" -> {
                if (words.size() != 1) {
                    throw new BadFile(line, "module takes a path");
                }
                module.name = words.getFirst();
            }
            case "require" -> {
                if (words.size() != 2) {
                    throw new BadFile(line, "require takes a path and a version");
                }
                if (!note.equals("indirect") && !note.startsWith("indirect;")) {
                    module.required.add(words.getFirst());
                }
            }
            case "replace" -> {
                int arrow = words.indexOf("=>");
                if (arrow < 1 || arrow == words.size() - 1) {
                    throw new BadFile(line, "replace takes a path, => and another");
                }
                module.replaced.put(words.getFirst(), words.get(arrow + 1));
            }
            default -> {
                // go, toolchain, exclude, retract, tool, godebug, ignore and unknown directives require no module
            }
        }
    }

    /** Adds the findings after all modules have been read. */
    // @req:dependency-import-go
    void find() {
        modules.forEach((folder, module) -> {
            String name = Names.go(String.valueOf(module.name));
            findings.defines(name, Paths.in(folder, "go.mod"));
            for (String required : module.required) {
                String replaced = module.replaced.getOrDefault(required, required);
                boolean local = replaced.startsWith("./") || replaced.startsWith("../");
                List<String> files = new ArrayList<>(List.of(Paths.in(folder, "go.mod")));
                String target = replaced;
                if (local) {
                    String there = Paths.resolve(folder, replaced);
                    GoModule other = there == null ? null : modules.get(there);
                    target = other == null ? required : String.valueOf(other.name);
                    if (other != null) {
                        files.add(Paths.in(String.valueOf(there), "go.mod"));
                    }
                } else if (replaced.startsWith("/")) {
                    target = required;
                }
                findings.dependsOn(name, Names.go(target), files);
            }
        });
    }

    /** Returns the node name of the module in a folder, or null. */
    @Nullable
    String moduleIn(String folder) {
        GoModule module = modules.get(folder);
        return module == null ? null : Names.go(String.valueOf(module.name));
    }
}
