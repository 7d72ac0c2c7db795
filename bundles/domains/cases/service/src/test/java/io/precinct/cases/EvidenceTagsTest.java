package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceTagsTest {
    private static final String CAFE = "caf\u00e9";
    private static final String DECOMPOSED = "cafe\u0301";
    /** The same tag four times, each written in another way. */
    private static final List<String> ONE = List.of(DECOMPOSED, " " + CAFE, CAFE + "\u00a0", "\u3000" + CAFE + "\t");

    @ClassFixture
    private static CasesFixture fixture;

    private static Object tags(String id) {
        return fixture.read(id).get("evidence_tags");
    }

    private static String tagged(List<String> tags) {
        TestAnswer made = fixture.post("/api/tasks", Map.of("label", "tagged", "evidence_tags", tags));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return (String) made.json().get("id");
    }

    /** Stores tags as an earlier version did. */
    private static void store(String id, String tags) {
        fixture.execute("UPDATE cases.task SET evidence_tags = '" + tags + "' WHERE id = '" + id + "'");
    }

    @Test
    void tagsAreTrimmedAndComposedHoweverTheyArrive() {
        String created = tagged(ONE);
        assertThat(tags(created)).isEqualTo(List.of(CAFE));
        assertThat(fixture.post("/api/tasks/interrupt", Map.of("label", "now", "evidence_tags", ONE))
                        .json()
                        .get("task"))
                .extracting("evidence_tags")
                .isEqualTo(List.of(CAFE));
        String id = fixture.create("to tag");
        fixture.patch("/api/tasks/" + id, Map.of("evidence_tags", List.of(" a b ", DECOMPOSED, CAFE)));
        assertThat(tags(id)).isEqualTo(List.of("a b", CAFE));
        fixture.put("/api/tasks/" + id, Map.of("label", "put", "evidence_tags", ONE));
        assertThat(tags(id)).isEqualTo(List.of(CAFE));
    }

    @Test
    void aTagIsAddedOnceAndTakenOffHoweverItIsWritten() {
        String id = fixture.create("one by one");
        String path = "/api/tasks/" + id + "/evidence-tag";
        for (String tag : ONE) {
            assertThat(fixture.post(path, Map.of("tag", tag)).json()).containsEntry("evidence_tags", List.of(CAFE));
        }
        assertThat(fixture.eventTypes(id)).containsExactly("case_created", "field_updated");
        assertThat(fixture.request("DELETE", path)
                        .json(Map.of("tag", "\u2003" + DECOMPOSED))
                        .send()
                        .json())
                .containsEntry("evidence_tags", List.of());
    }

    @Test
    void aFilterFindsATagHoweverItIsWritten() {
        String id = tagged(List.of(DECOMPOSED + " of filters"));
        for (String asked :
                List.of(CAFE + " of filters", DECOMPOSED + " of filters ", "\u00a0" + CAFE + " of filters")) {
            assertThat(found(asked)).as(asked).containsExactly(id);
        }
    }

    private static List<String> found(String tag) {
        List<?> items = (List<?>)
                fixture.get("/api/tasks/cases/search?evidence_tag=" + URLEncoder.encode(tag, StandardCharsets.UTF_8))
                        .payload();
        return items.stream().map(item -> (String) ((Map<?, ?>) item).get("id")).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \t", "\u00a0", "\u3000\u2003"})
    void aTagOfWhiteSpaceIs422(String blank) {
        String id = fixture.create("blank");
        TestAnswer list = fixture.patch("/api/tasks/" + id, Map.of("evidence_tags", List.of("a", blank)));
        assertThat(list.status()).isEqualTo(422);
        assertThat(RegisterTest.pointers(list)).containsExactly("/evidence_tags/1");
        TestAnswer one = fixture.post("/api/tasks/" + id + "/evidence-tag", Map.of("tag", blank));
        assertThat(one.status()).isEqualTo(422);
        assertThat(RegisterTest.pointers(one)).containsExactly("/tag");
        assertThat(fixture.get("/api/tasks/cases/search?evidence_tag="
                                + URLEncoder.encode(blank, StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void aTagIsMeasuredAsItIsStored() {
        // composition exclusion: NFC makes two characters of it
        TestAnswer grown =
                fixture.post("/api/tasks", Map.of("label", "long", "evidence_tags", List.of("\u0958".repeat(101))));
        assertThat(grown.status()).isEqualTo(422);
        assertThat(RegisterTest.pointers(grown)).containsExactly("/evidence_tags/0");
    }

    @Test
    void aTagThatAnEarlierVersionStoredIsFoundAndTakenOff() {
        String id = fixture.create("earlier");
        store(id, "[\" old\",\"x\"]");
        assertThat(found(" old")).containsExactly(id);
        String path = "/api/tasks/" + id + "/evidence-tag";
        assertThat(fixture.post(path, Map.of("tag", "old")).json()).containsEntry("version", 1L);
        assertThat(fixture.request("DELETE", path)
                        .json(Map.of("tag", "old"))
                        .send()
                        .json())
                .containsEntry("evidence_tags", List.of("x"));
    }
}
