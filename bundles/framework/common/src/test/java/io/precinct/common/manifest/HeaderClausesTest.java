package io.precinct.common.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.common.manifest.HeaderClauses.Clause;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeaderClausesTest {
    @Test
    void headersAreReadWithTheirQuotesAndParameters() {
        List<Clause> clauses = HeaderClauses.parse("a;b;version=\"1,2\";uses:=\"c;d\" , e ;x:=y,");

        assertThat(clauses).extracting(Clause::paths).containsExactly(List.of("a", "b"), List.of("e"));
        assertThat(clauses.getFirst().parameters())
                .containsEntry("version", "1,2")
                .containsEntry("uses:", "c;d");
        assertThat(HeaderClauses.paths("a;b , c")).containsExactly("a", "b", "c");
    }

    @Test
    void anEscapedQuoteDoesNotEndAText() {
        List<Clause> clauses = HeaderClauses.parse("a;x=\"1\\\",\\\\2\",b;y=\"3\\");

        assertThat(clauses).extracting(Clause::path).containsExactly("a", "b");
        assertThat(clauses.getFirst().parameters()).containsEntry("x", "1\",\\2");
    }

    @Test
    void anAbsentHeaderHasNoClauses() {
        assertThat(HeaderClauses.parse(null)).isEmpty();
        assertThat(HeaderClauses.parse(" ")).isEmpty();
        assertThat(HeaderClauses.parse(";x=y")).isEmpty();
    }
}
