package ${package};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.precinct.testkit.TestGrammar;
import io.precinct.testkit.TestSymbol;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ${className}Test {
    // This parser reads a file correctly only if it begins with a comment.
    private static final String SHOP = """
            -- A shop.
            local Shop = {}

            -- Opens it.
            function Shop.open(items)
              return setmetatable({ items = items }, Shop)
            end

            function Shop:total()
              local function add(a, b) return a + b end
              local sum = 0
              return sum
            end
            """;

    // Loads the parser and compiles the queries; the message of its exception lists everything that is wrong with them.
    private final TestGrammar grammar = TestGrammar.of(new ${className}());

    @AfterEach
    void close() {
        grammar.close();
    }

    @Test
    void declarationsAreFoundWithWhatTheyBelongTo() {
        // To see the syntax tree while you write a query: System.out.println(grammar.tree(SHOP)).
        assertEquals(
                List.of("field Shop", "function Shop/open", "method Shop/total", "function Shop/total/add"),
                grammar.symbols(SHOP).stream().map(TestSymbol::toString).toList());
    }

    @Test
    void commentsAndKeywordsAreHighlighted() {
        assertTrue(grammar.highlights(SHOP).containsAll(List.of("comment: -- Opens it.", "keyword: local")));
    }
}
