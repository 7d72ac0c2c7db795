package io.precinct.source.api.grammar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A language: the files it is written in, the native parser, and the meaning of its syntax tree. Immutable.
 *
 * <p>The query for declarations follows these rules:
 *
 * <ul>
 *   <li>The node captured as a name is the identity of a declaration. If several patterns capture the same name, the
 *       first one in the query counts: special cases stand before general ones (a method before a function), since a
 *       pattern cannot exclude what it is inside of.
 *   <li>The declaration includes what wraps it (an {@code export}, decorators, a {@code template}), so that a comment
 *       before it finds it.
 *   <li>Its container consists of the names of all declarations and scopes that enclose its range and are larger, from
 *       the outside, between slashes, followed by its own {@code @container} captures in the order of the text.
 * </ul>
 *
 * @param name as configuration and clients name it, in lower case: {@code java, c_sharp}
 * @param files names of files it is written in, exact or as a glob without folders: {@code *.java, Jenkinsfile}
 * @param library the native parser
 * @param symbols tree-sitter query that finds declarations: each pattern captures the whole declaration as
 *     {@code @definition.<kind>} and its name as {@code @name}, with {@code @name.end} for the last node of a name with
 *     several ({@code operator bool} in C++); {@code @container} captures the name of its container if that does not
 *     enclose it (a Go receiver), {@code @scope} with {@code @name} a node that encloses declarations without being one
 *     (a Rust impl block); {@code @misleading} captures what leads the parser to a tree that cannot be right although it
 *     has no error, which is then made again with spaces in that place
 * @param kinds kinds that clients may ask for and that stand for others: {@code class → [struct, enum, trait]}
 * @param comments how comments and the code they are attached to look in the tree
 * @param highlights tree-sitter query for highlighting, or null
 */
public record Language(
        String name,
        List<String> files,
        Library library,
        String symbols,
        Map<String, List<String>> kinds,
        Comments comments,
        @Nullable String highlights) {
    public Language {
        Objects.requireNonNull(library);
        Objects.requireNonNull(symbols);
        Objects.requireNonNull(comments);
        if (!name.matches("[a-z][a-z0-9_]{0,49}")) {
            throw new IllegalArgumentException(
                    "a language is named in lower case by letters, digits and '_', got " + name);
        }
        files = List.copyOf(files);
        kinds = Map.copyOf(kinds);
    }

    /**
     * Node types that decide what a comment is attached to.
     *
     * @param types comments themselves: {@code line_comment, block_comment}
     * @param between nodes that may stand between a comment and its declaration and belong to the declaration:
     *     attributes, decorators, modifiers
     * @param bodies blocks: a comment before one is attached to the block's first child, one behind its opener to the
     *     owner of the block
     * @param loose blocks that end with their last child: a comment behind that belongs to what follows the block,
     *     however far it is indented (YAML)
     * @param wrappers nodes that count as a comment if they hold nothing else: the braces around one in JSX
     * @param texts nodes without children that may end with a comment as in C: the value of a macro
     * @param imports package and import declarations: a first comment before one is attached to the file
     * @param docstrings tree-sitter query that captures, as {@code @docstring}, strings that count as comments, and
     *     comments of what encloses them; or null
     */
    public record Comments(
            List<String> types,
            List<String> between,
            List<String> bodies,
            List<String> loose,
            List<String> wrappers,
            List<String> texts,
            List<String> imports,
            @Nullable String docstrings) {
        public Comments {
            types = List.copyOf(types);
            between = List.copyOf(between);
            bodies = List.copyOf(bodies);
            loose = List.copyOf(loose);
            wrappers = List.copyOf(wrappers);
            texts = List.copyOf(texts);
            imports = List.copyOf(imports);
        }
    }

    /** Starts the description of a language. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /**
     * Starts the description of a language whose bundle has the usual layout: it carries the library
     * {@code tree-sitter-<name>}, in which {@code -} stands for {@code _}, and beside {@code grammar} the queries
     * {@code symbols.scm} and {@code highlights.scm}.
     *
     * @param grammar a class of the bundle
     * @throws java.io.UncheckedIOException if a query is missing or cannot be read
     */
    public static Builder bundled(Class<?> grammar, String name) {
        return named(name)
                .library(Library.of(grammar, "tree-sitter-" + name.replace('_', '-')))
                .symbols(Text.of(grammar, "symbols.scm"))
                .highlights(Text.of(grammar, "highlights.scm"));
    }

    /** Builds a language. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private List<String> files = List.of();
        private @Nullable Library library;
        private String symbols = "";
        private final Map<String, List<String>> kinds = new LinkedHashMap<>();
        private List<String> types = List.of();
        private List<String> between = List.of();
        private List<String> bodies = List.of();
        private List<String> loose = List.of();
        private List<String> wrappers = List.of();
        private List<String> texts = List.of();
        private final List<String> imports = new ArrayList<>();
        private @Nullable String docstrings;
        private @Nullable String highlights;

        private Builder(String name) {
            this.name = name;
        }

        /** Names or globs of its files. */
        public Builder files(String... globs) {
            files = List.of(globs);
            return this;
        }

        /** The native parser. */
        public Builder library(Library library) {
            this.library = library;
            return this;
        }

        /** The query that finds declarations; without one the language has no symbols. */
        public Builder symbols(String query) {
            symbols = query;
            return this;
        }

        /** A kind that stands for other kinds. */
        public Builder kind(String kind, String... standsFor) {
            kinds.put(kind, List.of(standsFor));
            return this;
        }

        /** Node types of comments. */
        public Builder comments(String... nodeTypes) {
            types = List.of(nodeTypes);
            return this;
        }

        /** Node types of attributes, decorators and modifiers. */
        public Builder between(String... nodeTypes) {
            between = List.of(nodeTypes);
            return this;
        }

        /** Node types of blocks. */
        public Builder bodies(String... nodeTypes) {
            bodies = List.of(nodeTypes);
            return this;
        }

        /** Node types of blocks that end with their last child, whatever comments stand behind it. */
        public Builder loose(String... nodeTypes) {
            loose = List.of(nodeTypes);
            return this;
        }

        /** Node types that count as a comment if they hold nothing else. */
        public Builder wrappers(String... nodeTypes) {
            wrappers = List.of(nodeTypes);
            return this;
        }

        /** Node types of text without nodes inside that may hold a comment as in C. */
        public Builder texts(String... nodeTypes) {
            texts = List.of(nodeTypes);
            return this;
        }

        /** Node types of package and import declarations. */
        public Builder imports(String... nodeTypes) {
            imports.addAll(List.of(nodeTypes));
            return this;
        }

        /** The query that captures strings that count as comments, and comments of what encloses them. */
        public Builder docstrings(String query) {
            docstrings = query;
            return this;
        }

        /** The query for highlighting. */
        public Builder highlights(String query) {
            highlights = query;
            return this;
        }

        /** The language. */
        public Language build() {
            return new Language(
                    name,
                    files,
                    Objects.requireNonNull(library, "a language names its native library"),
                    symbols,
                    kinds,
                    new Comments(types, between, bodies, loose, wrappers, texts, imports, docstrings),
                    highlights);
        }
    }
}
