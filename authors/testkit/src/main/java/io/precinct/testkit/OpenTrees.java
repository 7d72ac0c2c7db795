package io.precinct.testkit;

import io.github.treesitter.jtreesitter.Language;
import io.github.treesitter.jtreesitter.Parser;
import io.github.treesitter.jtreesitter.Tree;
import java.util.ArrayList;
import java.util.List;

/** jtreesitter's trees of one language, none of which may be open when the language is unloaded. Not thread-safe. */
final class OpenTrees implements AutoCloseable {
    private final Language language;
    private final List<Tree> trees = new ArrayList<>();

    OpenTrees(Language language) {
        this.language = language;
    }

    Tree parse(String text) {
        try (var parser = new Parser(language)) {
            Tree tree = parser.parse(text).orElseThrow();
            trees.add(tree);
            return tree;
        }
    }

    @Override
    public void close() {
        trees.forEach(OpenTrees::closeIfOpen);
        trees.clear();
    }

    private static void closeIfOpen(Tree tree) {
        try {
            tree.close();
        } catch (IllegalStateException e) {
            // The test closed it; a tree cannot be asked whether it is open.
        }
    }
}
