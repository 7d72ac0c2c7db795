package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.precinct.api.data.Json;
import io.precinct.source.api.ParseProgress;
import io.precinct.testkit.TestAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExportTest {
    private final TestEndpoints endpoints = new TestEndpoints();
    private TestRepository one;
    private String commit;

    @BeforeEach
    void fill() {
        one = endpoints
                .sources
                .testRepository("one")
                .file("a.toy", "# @req:A-1\nclass Evil\ndef run run\ndef run\n")
                .file("b b.toy", "class B\n");
        commit = one.commit();
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private TestAnswer export(String parameters) {
        TestAnswer answer = endpoints.get("/repos/one/export" + parameters);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    @Test
    void declarationsAndAnnotationsAreLinesOfJson() throws Exception {
        TestAnswer symbols = export("");
        assertThat(symbols.mediaType()).isEqualTo("application/x-ndjson");
        List<String> lines = symbols.text().lines().toList();
        assertThat(lines).hasSize(4);
        List<Map<String, Object>> listed = TestEndpoints.items(endpoints.get("/repos/one/symbols?context=0"));
        assertThat(Json.read(lines.getFirst())).isEqualTo(listed.getFirst());
        List<String> annotations = export("?format=annotations").text().lines().toList();
        assertThat(annotations)
                .singleElement()
                .satisfies(line -> assertThat(line).contains("\"id\":\"A-1\""));
        assertThat(export("?path=b%20b.toy").text().lines()).hasSize(1);
    }

    @Test
    void declarationsAreTagsOfCtags() {
        TestAnswer tags = export("?format=tags");
        assertThat(tags.mediaType()).isEqualTo("text/plain; charset=utf-8");
        assertThat(tags.header("Content-Disposition")).isEqualTo("attachment; filename=\"tags\"");
        assertThat(tags.text().lines())
                .contains("!_TAG_FILE_SORTED\t0\t/0=unsorted, 1=sorted, 2=foldcase/")
                .contains("Evil\ta.toy\t2;\"\tkind:class\tline:2\tlanguage:toy\tend:2")
                .contains("B\tb b.toy\t1;\"\tkind:class\tline:1\tlanguage:toy\tend:1");
    }

    private static List<UnknownFieldSet> messages(UnknownFieldSet of, int field) {
        return of.getField(field).getLengthDelimitedList().stream()
                .map(ExportTest::message)
                .toList();
    }

    private static UnknownFieldSet message(ByteString bytes) {
        try {
            return UnknownFieldSet.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(UnknownFieldSet of, int field) {
        return of.getField(field).getLengthDelimitedList().getFirst().toString(StandardCharsets.UTF_8);
    }

    private static List<Integer> numbers(UnknownFieldSet of, int field) {
        var numbers = new ArrayList<Integer>();
        of.getField(field).getLengthDelimitedList().getFirst().forEach(each -> numbers.add((int) each));
        return numbers;
    }

    @Test
    void declarationsAreAnIndexOfScip() throws Exception {
        UnknownFieldSet index = UnknownFieldSet.parseFrom(export("?format=scip").content());
        assertThat(messages(index, 1)).singleElement().satisfies(metadata -> {
            assertThat(text(messages(metadata, 2).getFirst(), 1)).isEqualTo("precinct");
            assertThat(text(metadata, 3)).isEqualTo("file:///one");
        });
        List<UnknownFieldSet> documents = messages(index, 2);
        assertThat(documents).extracting(each -> text(each, 1)).containsExactly("a.toy", "b b.toy");
        List<UnknownFieldSet> occurrences = messages(documents.getFirst(), 2);
        String file = "precinct git one " + commit + " `a.toy`/";
        assertThat(occurrences)
                .extracting(each -> text(each, 2))
                .containsExactly(file + "Evil#", file + "run.", file + "run.");
        assertThat(numbers(occurrences.getFirst(), 1)).containsExactly(1, 6, 10);
        assertThat(numbers(occurrences.get(1), 1)).containsExactly(2, 4, 7);
        assertThat(occurrences.getFirst().getField(3).getVarintList()).containsExactly(1L);
        List<UnknownFieldSet> symbols = messages(documents.getFirst(), 3);
        assertThat(symbols).extracting(each -> text(each, 6)).containsExactly("Evil", "run");
        assertThat(symbols.getFirst().getField(5).getVarintList()).containsExactly(7L);
    }

    @Test
    void anExportIsWholeOrRefused() {
        one.parsing("a.toy", new ParseProgress(1, 2));
        TestAnswer refused = endpoints.get("/repos/one/export");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.json()).containsEntry("code", "parsing");
        assertThat(refused.header("Retry-After")).isEqualTo("2");
    }

    @Test
    void anExportIsKeptAndRefusedAsOtherAnswers() {
        String tag = String.valueOf(export("?format=tags").header("ETag"));
        assertThat(tag).isNotEqualTo(export("?format=scip").header("ETag"));
        assertThat(endpoints
                        .request("GET", "/repos/one/export?format=tags")
                        .header("If-None-Match", tag)
                        .send()
                        .status())
                .isEqualTo(304);
        try (var restarted = new TestEndpoints(endpoints.sources)) {
            assertThat(restarted.get("/repos/one/export?format=tags").header("ETag"))
                    .isNotEqualTo(tag);
        }
        assertThat(export("?ref=" + commit).header("Cache-Control")).contains("immutable");
        assertThat(endpoints.get("/repos/one/export?format=vi").status()).isEqualTo(400);
        assertThat(endpoints.get("/repos/one/export?limit=1").status()).isEqualTo(400);
        assertThat(endpoints.get("/repos/nowhere/export").status()).isEqualTo(404);
        assertThat(endpoints.get("/repos/one/export?ref=nowhere").status()).isEqualTo(404);
    }
}
