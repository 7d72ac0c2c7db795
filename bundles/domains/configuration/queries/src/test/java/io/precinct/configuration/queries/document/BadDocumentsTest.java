package io.precinct.configuration.queries.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.FileText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class BadDocumentsTest {
    /** {@code |} stands for the end of a line. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "a.json; {|`x`: 1}; 2; 0",
                "a.json; {\"a\": 1,| \"a\": 2}; 2; 4",
                "a.json; [1] 2; 1; 4",
                "a.json; [1e999]; 1; 1",
                "a.yaml; a: 1|b: [1|; 2; 6",
                "a.yaml; a: 1|b: 2|a: 3; 3; 0",
                "a.yaml; a: *x; 1; 3",
                "a.yaml; a: &x [*x]; 1; 7",
                "a.yaml; {a: 1}: 2; 1; 0",
                "a.yaml; a: !!int x; 1; 0",
                "a.yaml; a: 1|<<: 2; 2; 0",
                "a.toml; a = 1|a = 2; 2; 0",
                "a.toml; a = 1|b = ; 2; 3",
                "a.properties; a=1|b=\\u12x; 2; 2",
                "a.xml; <a>|<b></a>; 2; 5",
                "a.xml; <a b='1' b='2'/>; 1; 14",
                "a.tf; a = 1|a = 2; 2; 0",
                "a.tf; a {|; 1; 4",
                "a.tf; a = \"x|; 1; 4",
                "a.tf; a = [1, 2; 1; 9",
                "a.tf; a = <<E|x|; 1; 4",
                "a.tf; a = f(1|; 1; 5",
                "a.tf; a = {b = 1, b = 2}; 1; 12",
            })
    void aFaultHasItsPlace(String path, String text, int line, int column) {
        BadDocument fault = Documents.fault(path, text.replace('|', '\n'));

        assertThat(fault).isNotNull();
        assertThat(fault.reason()).isEqualTo("bad_document");
        assertThat(fault.line() + ":" + fault.column()).as(fault.getMessage()).isEqualTo(line + ":" + column);
    }

    @Test
    void whatIsNestedDeeplyIsRefused() {
        int n = 200_000;
        assertThat(Documents.fault("a.json", "[".repeat(n))).isNotNull();
        assertThat(Documents.fault("a.yaml", "[".repeat(n))).isNotNull();
        assertThat(Documents.fault("a.yaml", "? ".repeat(5_000))).isNotNull();
        assertThat(Documents.fault("a.toml", "a = " + "[".repeat(n))).isNotNull();
        assertThat(Documents.fault("a.toml", "a = " + "{b=".repeat(n))).isNotNull();
        assertThat(Documents.fault("a.toml", "a" + ".a".repeat(n) + " = 1")).isNotNull();
        assertThat(Documents.fault("a.properties", "a" + ".a".repeat(n) + " = 1"))
                .isNotNull();
        assertThat(Documents.fault("a.xml", "<a>".repeat(n))).isNotNull();
        assertThat(Documents.fault("a.tf", "a {\n".repeat(n))).isNotNull();
        assertThat(Documents.fault("a.tf", "a = " + "[".repeat(n))).isNotNull();
        assertThat(Documents.fault("a.tf", "a = " + "(".repeat(n))).isNotNull();
        assertThat(Documents.fault("a.tf", "a = " + "\"${".repeat(n))).isNotNull();
    }

    /** Expanded references would be 9^9 values. */
    @Test
    void referencesThatMultiplyAreRefused() {
        String bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
                + IntStream.range(1, 9)
                        .mapToObj(i ->
                                "a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(8) + "*a" + (i - 1)))
                        .collect(Collectors.joining());

        assertThat(Documents.fault("a.yaml", bomb).reason()).isEqualTo("too_large");
    }

    @Test
    void moreValuesThanMemoryShouldHoldAreRefused() {
        assertThat(Documents.fault("a.json", "[" + "1,".repeat(Located.MOST_VALUES) + "1]")
                        .reason())
                .isEqualTo("too_large");
    }

    @Test
    void aParameterIsReadAsJsonIfItsSyntaxIsThatOfJson() {
        for (String json : List.of("{}", " [1, {\"a\": \"\\u00e4\"}]\n", "{\"a\": [null, true, -1.5e3]}")) {
            assertThat(Format.ofValue(value(json))).as(json).isEqualTo(Format.JSON);
        }
        for (String text : List.of(
                "1",
                "\"a\"",
                "{name}",
                "[a]",
                "{\"a\": 1} {\"b\": 2}",
                "[1] [2]",
                "{\"a\": 1]}",
                "[1,]",
                "{\"a\": \"\\x\"}",
                "{{\"a\": 1}}",
                "[[1}",
                "")) {
            assertThat(Format.ofValue(value(text))).as(text).isEqualTo(Format.TEXT);
        }
    }

    @Test
    void aParameterOfJsonWithAFaultIsNoText() {
        for (String faulty : List.of(
                "{\"a\": 1, \"a\": 2}",
                "[1e999]",
                "[" + "1,".repeat(Located.MOST_VALUES) + "1]",
                "[" + "1".repeat(2_000) + "]",
                "[".repeat(Located.DEEPEST + 1) + "]".repeat(Located.DEEPEST + 1))) {
            FileText value = value(faulty);
            String beginning = faulty.substring(0, Math.min(30, faulty.length()));
            assertThat(Format.ofValue(value)).as(beginning).isEqualTo(Format.JSON);
            assertThatThrownBy(() -> Format.JSON.read(value)).as(beginning).isInstanceOf(BadDocument.class);
        }
    }

    private static FileText value(String text) {
        return new FileText(text, "UTF-8", "lf");
    }

    @Test
    void tomlIsRefusedBeforeItsParserTakesAGigabyte() {
        assertThat(Documents.fault("a.toml", "a = [" + "1,".repeat(200_000) + "]")
                        .reason())
                .isEqualTo("too_large");
        assertThat(Documents.fault("a.toml", "a = '" + "x".repeat(1 << 20) + "'")
                        .reason())
                .isEqualTo("too_large");
    }

    @Test
    void largeFilesOfOrdinaryTextAreRead() throws BadDocument {
        assertThat(Documents.one("a.yaml", "a: 'x'\n" + "#".repeat(4_000_000)).plain())
                .isEqualTo(java.util.Map.of("a", "x"));
        assertThat(Documents.one("a.xml", "<a>" + "&amp;".repeat(200_000) + "</a>")
                        .plain())
                .isEqualTo(java.util.Map.of("a", "&".repeat(200_000)));
    }

    @Test
    void noEntityIsReplaced() {
        String internal = "<!DOCTYPE a [<!ENTITY x \"y\"><!ENTITY z \"&x;&x;\">]><a>&z;</a>";
        String external = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><a>&x;</a>";

        assertThat(Documents.fault("a.xml", internal).getMessage()).contains("z");
        assertThat(Documents.fault("a.xml", external).getMessage()).contains("x");
        assertThat(Documents.fault("a.xml", "<!DOCTYPE a [<!ENTITY x \"y\">]><a b='&x;'/>"))
                .isNotNull();
    }

    /** Each would take minutes if time grew faster than the length. */
    @Test
    void longLinesAndManyLineEndsTakeTimeInProportion() throws BadDocument {
        int n = 200_000;
        Documents.of("a.json", "[" + "\"ä\",".repeat(n) + "1]");
        Documents.of("a.yaml", "[" + "ä,".repeat(n) + "1]");
        Documents.fault("a.xml", "<a" + " ".repeat(10 * n) + "<");
        Documents.of("a.xml", "<a" + " ".repeat(10 * n) + "/>");
        Documents.of("a.toml", "a = [" + "1,\n".repeat(20_000) + "]\n");
        Documents.of("a.toml", "a = [" + "'ä',".repeat(40_000) + "]\n");
        Documents.of("a.toml", "a = [" + ("1,# c" + "\n".repeat(1_900)).repeat(20) + "]\n");
        assertThat(Documents.fault("a.toml", "a = [1," + "\n".repeat(90_000) + "2]\n")
                        .reason())
                .isEqualTo("too_large");
        Documents.of("a.tf", "a = [" + "1,\n".repeat(n) + "]\n");
        Documents.of("a.tf", "a = " + "1 + ".repeat(n) + "1\n");
    }
}
