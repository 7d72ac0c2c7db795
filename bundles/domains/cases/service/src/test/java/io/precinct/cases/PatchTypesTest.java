package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchTypesTest {
    @ClassFixture
    private static CasesFixture fixture;

    private static String path;

    @BeforeAll
    static void open() {
        path = "/api/tasks/" + fixture.create("patched");
        fixture.post(path + "/notes", Map.of("note", "seen", "detective", "kim"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | {\"label\": \"x\"}",
                "/notes/1 | {\"note\": \"x\", \"detective\": \"kim\"}",
                "/field | {\"field\": \"label\", \"value\": \"x\"}"
            })
    void aMergePatchIsTakenAndAJsonPatchIs415(String below, String merge) {
        for (String type : List.of("application/merge-patch+json", "application/json", "application/vnd.x+json; a=b")) {
            TestAnswer taken =
                    fixture.request("PATCH", path + below).body(type, merge).send();
            assertThat(taken.status()).as(type + ": " + taken.text()).isEqualTo(200);
        }
        for (String body : List.of("[{\"op\": \"replace\", \"path\": \"/label\", \"value\": \"y\"}]", merge, "{")) {
            TestAnswer refused = fixture.request("PATCH", path + below)
                    .body("application/json-patch+json", body)
                    .send();
            assertThat(refused.status()).as(body).isEqualTo(415);
            assertThat(refused.json())
                    .containsEntry("code", "unsupported_media_type")
                    .containsEntry("available", List.of("application/json", "application/merge-patch+json"));
            assertThat(String.valueOf(refused.json().get("error")))
                    .contains("application/json-patch+json", "application/merge-patch+json");
            assertThat(refused.header("Accept-Patch")).isEqualTo("application/json, application/merge-patch+json");
        }
        TestAnswer form = fixture.request("PATCH", path + below)
                .body("application/x-www-form-urlencoded", "label=x")
                .send();
        assertThat(form.status()).isEqualTo(415);
        assertThat(form.header("Accept-Patch")).isNotNull();
    }
}
