package io.precinct.testkit;

import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.treesitter.BadLanguage;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Node;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.QueryMatch;
import io.precinct.treesitter.Tree;
import io.precinct.treesitter.TreeSitter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A grammar under test, loaded as live source loads it: with the native parser for this machine, and all of its queries
 * compiled. Not thread-safe.
 *
 * <pre>{@code
 * try (var lua = TestGrammar.of(new LuaGrammar())) {
 *     assertEquals("[function greet]", lua.symbols("-- Greets.\nfunction greet() end").toString());
 * }
 * }</pre>
 */
public final class TestGrammar implements AutoCloseable {
    private static final int MOST_READINGS = 10;

    private final Language language;
    private final Path file;
    private final NativeLanguage parser;
    private final OpenTrees trees;
    private final List<Query> queries = new ArrayList<>();
    private final @Nullable Query symbols;
    private final @Nullable Query docstrings;
    private final @Nullable Query highlights;

    private TestGrammar(Language language, Path file, NativeLanguage parser, List<String> problems) {
        this.language = language;
        this.file = file;
        this.parser = parser;
        this.trees = new OpenTrees(parser.language());
        symbols = compiled("symbols", language.symbols(), problems);
        docstrings = compiled("docstrings", language.comments().docstrings(), problems);
        highlights = compiled("highlights", language.highlights(), problems);
        unknownTypes(problems);
        unknownKinds(problems);
    }

    /**
     * Loads a grammar; the caller must close it.
     *
     * @throws IllegalStateException if it could not be deployed; the message lists everything that is wrong with it
     */
    public static TestGrammar of(Grammar grammar) {
        Language language = grammar.language();
        Library library = language.library();
        URL source = library.files().get(Library.platform());
        if (source == null) {
            throw new IllegalStateException(language.name() + " has no native parser for " + Library.platform()
                    + ", only for " + library.files().keySet());
        }
        var problems = new ArrayList<String>();
        try {
            Path file = copied(source);
            TestGrammar loaded = new TestGrammar(language, file, NativeLanguage.load(file, library.symbol()), problems);
            if (!problems.isEmpty()) {
                loaded.close();
                throw new IllegalStateException(language.name() + ":\n" + String.join("\n", problems));
            }
            return loaded;
        } catch (BadLanguage e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A copy of the parser as a file, which the loader needs: the parser may be in a jar. */
    private static Path copied(URL source) throws IOException {
        Path file = Files.createTempFile(Core.FOLDER, "grammar", ".so");
        try (InputStream in = source.openStream()) {
            Files.write(file, in.readAllBytes());
        }
        file.toFile().deleteOnExit();
        return file;
    }

    private @Nullable Query compiled(String name, @Nullable String text, List<String> problems) {
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            Query query = Query.compile(parser, text);
            queries.add(query);
            return query;
        } catch (BadQuery e) {
            String near = e.suggestions().isEmpty() ? "" : ", did you mean " + String.join(" or ", e.suggestions());
            problems.add(name + ":" + (e.row() + 1) + ":" + (e.column() + 1) + " " + e.getMessage() + near);
            return null;
        }
    }

    private void unknownTypes(List<String> problems) {
        Set<String> known = new HashSet<>(parser.namedTypes());
        Language.Comments comments = language.comments();
        Stream.of(
                        comments.types(),
                        comments.between(),
                        comments.bodies(),
                        comments.loose(),
                        comments.wrappers(),
                        comments.texts(),
                        comments.imports())
                .flatMap(List::stream)
                .filter(type -> !known.contains(type))
                .forEach(type ->
                        problems.add("the language has no node " + type + ", which its rules for comments name"));
    }

    private void unknownKinds(List<String> problems) {
        Set<String> known = definedKinds();
        language.kinds()
                .forEach((kind, others) -> others.stream()
                        .filter(other -> !known.contains(other))
                        .forEach(other ->
                                problems.add("the kind " + kind + " stands for " + other + ", which no pattern has")));
    }

    private Set<String> definedKinds() {
        Set<String> kinds = new HashSet<>();
        for (int i = 0; symbols != null && i < symbols.captureCount(); i++) {
            String capture = symbols.captureName(i);
            if (capture.startsWith(SymbolReader.DEFINITION)) {
                kinds.add(capture.substring(SymbolReader.DEFINITION.length()));
            }
        }
        return kinds;
    }

    /** The kinds of declarations that clients may ask for. */
    public Set<String> kinds() {
        Set<String> kinds = definedKinds();
        kinds.addAll(language.kinds().keySet());
        return kinds;
    }

    /**
     * The declarations that the query finds, in the order of the text. As in live source, the text is parsed again
     * without what {@code @misleading} captures, up to nine times.
     */
    public List<TestSymbol> symbols(String text) {
        return symbols(text, MOST_READINGS);
    }

    private List<TestSymbol> symbols(String text, int left) {
        String understood = left == 1 ? text : parsed(text, this::withoutMisleading);
        return understood.equals(text)
                ? parsed(text, tree -> SymbolReader.in(matches(symbols, tree), symbols, tree))
                : symbols(understood, left - 1);
    }

    private String withoutMisleading(Tree tree) {
        byte[] text = Arrays.copyOf(tree.source(), tree.length());
        for (QueryMatch match : matches(symbols, tree)) {
            for (QueryMatch.Capture capture : match.captures()) {
                if (capture.name().equals("misleading")) {
                    for (int i = capture.node().startByte(); i < capture.node().endByte(); i++) {
                        text[i] = text[i] == '\n' ? text[i] : (byte) ' ';
                    }
                }
            }
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Strings that count as comments. */
    public List<String> docstrings(String text) {
        return captures(docstrings, text, capture -> capture.node().text());
    }

    /** The highlighted pieces, as {@code keyword: local}, in the order in which the query finds them. */
    public List<String> highlights(String text) {
        return captures(
                highlights,
                text,
                capture -> capture.name() + ": " + capture.node().text());
    }

    private List<String> captures(@Nullable Query query, String text, Function<QueryMatch.Capture, String> shown) {
        return parsed(
                text,
                tree -> matches(query, tree).stream()
                        .flatMap(match -> match.captures().stream())
                        .map(shown)
                        .toList());
    }

    /** Whether the parser parses a text without errors. */
    public boolean accepts(String text) {
        return parsed(text, tree -> !tree.hasError());
    }

    /**
     * The syntax tree as jtreesitter has it, to be walked by its nodes, which count in bytes of UTF-8. It is open until
     * it is closed, or this grammar is; its nodes must not be used afterwards, since that may end the process.
     *
     * <pre>{@code
     * try (var tree = lua.parse("-- Greets.\nfunction greet() end")) {
     *     assertEquals("greet", tree.getRootNode().getNamedDescendant(20, 25).orElseThrow().getText());
     * }
     * }</pre>
     */
    public io.github.treesitter.jtreesitter.Tree parse(String text) {
        return trees.parse(text);
    }

    /** The syntax tree, a line for each named node, as a help for writing queries. */
    public String tree(String text) {
        return parsed(text, tree -> {
            var lines = new StringBuilder();
            write(tree.root(), 0, lines);
            return lines.toString();
        });
    }

    private static void write(Node node, int depth, StringBuilder lines) {
        lines.append("  ".repeat(depth)).append(node.type());
        if (node.namedChildCount() == 0) {
            lines.append(" ").append(node.text().replace("\n", "\\n"));
        }
        lines.append("\n");
        for (int i = 0; i < node.namedChildCount(); i++) {
            write(Objects.requireNonNull(node.namedChild(i)), depth + 1, lines);
        }
    }

    private <T> T parsed(String text, Function<Tree, T> look) {
        try (var reader = new Parser();
                Tree tree = reader.parse(parser, text.getBytes(StandardCharsets.UTF_8))) {
            return look.apply(tree);
        }
    }

    private static List<QueryMatch> matches(@Nullable Query query, Tree tree) {
        if (query == null) {
            return List.of();
        }
        try (var cursor = new Cursor()) {
            return cursor.matches(query, tree.root());
        }
    }

    @Override
    public void close() {
        trees.close();
        queries.forEach(Query::close);
        parser.close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The core of tree-sitter, of which a process has only one. */
    private static final class Core {
        static final Path FOLDER = installed();

        private static Path installed() {
            try {
                Path folder = Files.createTempDirectory("precinct-grammars");
                folder.toFile().deleteOnExit();
                Path core = TreeSitter.install(folder);
                folder.resolve(folder.relativize(core).getName(0)).toFile().deleteOnExit();
                core.toFile().deleteOnExit();
                return folder;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
