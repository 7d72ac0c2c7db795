package io.precinct.launcher.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextLayoutTest {
    @Test
    void membersStandInTwoColumnsAndListsOfMapsInATable() {
        assertThat(TextLayout.of(Data.map(
                        "state",
                        "ready",
                        "strict_input",
                        false,
                        "features",
                        List.of("framework", "cases"),
                        "error",
                        null,
                        "bundles",
                        List.of(
                                Data.map("bundle", "io.example.echo", "version", "1.0.0"),
                                Data.map("bundle", "b", "version", "1.0.1", "state", "active")))))
                .isEqualTo("""
                        state         ready
                        strict input  no
                        features      framework, cases
                        error         -
                        bundles:
                          bundle           version  state
                          io.example.echo  1.0.0    -
                          b                1.0.1    active
                        """);
    }

    @Test
    void whatIsNestedStandsBelowItsName() {
        assertThat(TextLayout.of(Data.map("listener", Data.map("url", "http://127.0.0.1:1"), "empty", Data.map())))
                .isEqualTo("""
                        listener:
                          url  http://127.0.0.1:1
                        empty  -
                        """);
    }

    @Test
    void aListThatIsTooLongForALineHasOneForEachElement() {
        assertThat(TextLayout.of(Data.map("warnings", List.of("a".repeat(50), "b".repeat(50)))))
                .isEqualTo("warnings:\n  - " + "a".repeat(50) + "\n  - " + "b".repeat(50) + "\n");
    }

    @Test
    void manyShortValuesAreRunningText() {
        assertThat(TextLayout.of(Data.map("available", Collections.nCopies(12, "a.b.c.d.e.f"), "_verify", "x")))
                .isEqualTo("""
                        available:
                          a.b.c.d.e.f, a.b.c.d.e.f, a.b.c.d.e.f, a.b.c.d.e.f, a.b.c.d.e.f, a.b.c.d.e.f,
                          a.b.c.d.e.f, a.b.c.d.e.f, a.b.c.d.e.f, a.b.c.d.e.f, a.b.c.d.e.f, a.b.c.d.e.f
                        _verify  x
                        """);
    }

    @Test
    void timesAreShownToTheSecond() {
        assertThat(TextLayout.cell("2026-01-02T03:04:05.678901234Z")).isEqualTo("2026-01-02T03:04:05Z");
    }

    @Test
    void hashesAreCutToWhatAPersonRecognises() {
        String hash = "0123456789abcdef".repeat(4);

        assertThat(TextLayout.cell(hash)).isEqualTo("0123456789ab");
        assertThat(TextLayout.cell("sha256:" + hash)).isEqualTo("sha256:0123456789ab");
        assertThat(TextLayout.cell(hash + "0")).isEqualTo(hash + "0");
    }

    @Test
    void controlCharactersDoNotReachTheTerminal() {
        assertThat(TextLayout.of(Data.map("name", "\u001b]0;owned\u0007\n"))).isEqualTo("name   ]0;owned  \n");
    }
}
