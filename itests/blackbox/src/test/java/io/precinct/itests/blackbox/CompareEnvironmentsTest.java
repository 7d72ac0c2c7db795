package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.flipkart.zjsonpatch.DiffFlags;
import com.flipkart.zjsonpatch.JsonDiff;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Compares environments by the packaged distribution, over a real repository with a branch for each environment. */
@Timeout(240)
@SuppressWarnings("unchecked") // plain data
class CompareEnvironmentsTest {
    private static final int ENVIRONMENTS = 100;
    private static final int SECTIONS = 50;
    private static final int KEYS_OF_SECTION = 10;
    private static final int PLANTED = 50;
    private static final int BRANCHES_THAT_DIFFER = 25;
    private static final ObjectMapper JACKSON = new ObjectMapper();

    @RegisterExtension
    static final SharedService<Service> SHARED = SharedService.source();

    @TempDir
    private static Path folder;

    /** The content of the file of each environment. */
    private static final List<Map<String, Map<String, Object>>> VALUES = new ArrayList<>();

    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() {
        GitFolder work = GitFolder.init(folder.resolve("work"))
                .write("app.json", Json.compact(settings()))
                .write("A.java", "class A {\n    // @req:run\n    int run() {\n        return 1;\n    }\n}\n")
                .write("notes.txt", "one\ntwo\nthree\n");
        work.commit("as it is");
        for (int i = 0; i < ENVIRONMENTS; i++) {
            Map<String, Map<String, Object>> settings = settings();
            for (int planted = i; planted < PLANTED; planted += BRANCHES_THAT_DIFFER) {
                if (i < BRANCHES_THAT_DIFFER) {
                    plant(settings, planted);
                }
            }
            VALUES.add(settings);
            if (settings.equals(settings())) {
                work.git("branch", "env-" + i, "main");
            } else {
                work.git("checkout", "-q", "-b", "env-" + i, "main");
                work.write("app.json", Json.compact(settings)).commit("as it is in " + i);
            }
        }
        work.git("checkout", "-q", "-b", "code", "main");
        work.write("A.java", "class A {\n    // @req:run\n    int run() {\n        return 2;\n    }\n}\n")
                .write("notes.txt", "one\n<b>2</b>\nthree\n")
                .commit("code");
        work.git("checkout", "-q", "main");
        Service.write(folder.resolve("store/app.json"), Json.compact(VALUES.getFirst()));
        service = SHARED.get();
        SharedService.serve(
                service,
                "demo: {url: " + folder.resolve("work") + ", refresh: 0}",
                "store: {provider: directory, url: " + folder.resolve("store") + ", refresh: 0}");
        http = service.http;
        Eventually.until("the store serves", () -> http.get("/repos/store/tree").status() == 200);
        for (String branch : List.of("main", "code")) {
            Eventually.until("the branch " + branch + " is parsed", () -> {
                Http.Answer answer = http.get("/repos/demo/symbols?name=run&ref=" + branch);
                return answer.status() == 200
                        && answer.text().contains("A.java")
                        && Boolean.FALSE.equals(answer.json().get("truncated"));
            });
        }
    }

    private static Map<String, Map<String, Object>> settings() {
        Map<String, Map<String, Object>> settings = new TreeMap<>();
        for (int section = 0; section < SECTIONS; section++) {
            Map<String, Object> keys = new TreeMap<>();
            for (int key = 0; key < KEYS_OF_SECTION; key++) {
                keys.put("key" + key, section % 2 == 0 ? "value " + section + "/" + key : (Object) (long) key);
            }
            settings.put("section" + section, keys);
        }
        return settings;
    }

    /** Changes a section: adds a key, removes a key or sets another value. */
    private static void plant(Map<String, Map<String, Object>> settings, int number) {
        Map<String, Object> section = settings.get("section" + number);
        switch (number % 3) {
            case 0 -> section.put("new/" + number, List.of(1L, 2L));
            case 1 -> section.remove("key" + number % KEYS_OF_SECTION);
            default -> section.put("key" + number % KEYS_OF_SECTION, "planted " + number);
        }
    }

    private static List<Object> environments() {
        List<Object> environments = new ArrayList<>();
        for (int i = 0; i < ENVIRONMENTS; i++) {
            environments.add(Data.map("name", "e" + i, "repo", "demo", "ref", "env-" + i));
        }
        return environments;
    }

    private static String body(Map<String, Object> selector, List<?> environments, Object... more) {
        return Json.compact(Data.mapBuilder()
                .put("selector", selector)
                .put("envs", Data.freezeList(environments))
                .putAll(Data.map(more))
                .build());
    }

    private static Http.Answer compare(Map<String, Object> selector, List<?> environments, Object... more) {
        return http.post("/compare", body(selector, environments, more));
    }

    private static List<Map<String, Object>> list(Map<String, ?> of, String member) {
        return (List<Map<String, Object>>) (List<?>) of.get(member);
    }

    private static Set<String> told(Map<String, Object> difference) {
        Set<String> told = new TreeSet<>();
        for (Map<String, Object> change : list(difference, "changes")) {
            told.add(change.get("op") + " " + change.get("pointer") + " " + Json.compact(change.get("value")));
        }
        return told;
    }

    /** The expected changes, computed by another differ. */
    private static Set<String> expected(Object base, Object value) throws Exception {
        JsonNode patch = JsonDiff.asJson(
                JACKSON.readTree(Json.compact(base)),
                JACKSON.readTree(Json.compact(value)),
                EnumSet.of(
                        DiffFlags.OMIT_MOVE_OPERATION, DiffFlags.OMIT_COPY_OPERATION, DiffFlags.OMIT_VALUE_ON_REMOVE));
        Set<String> expected = new TreeSet<>();
        for (JsonNode change : patch) {
            JsonNode made = change.get("value");
            expected.add(change.get("op").asText() + " " + change.get("path").asText() + " "
                    + (made == null ? "null" : made.toString()));
        }
        return expected;
    }

    @Test
    void allPlantedDifferencesOfAHundredEnvironmentsAreFoundAndNoOthers() throws Exception {
        Map<String, Object> answer = compare(Data.map("path", "app.json", "query", "@"), environments())
                .ok()
                .json();

        assertThat(answer)
                .containsEntry("equal", false)
                .containsEntry("truncated", false)
                .containsEntry("base", Data.map("environment", "e25", "group", 1, "chosen", "largest_group"));
        assertThat(list(answer, "groups")).hasSize(1 + BRANCHES_THAT_DIFFER);
        assertThat((List<?>) list(answer, "groups").getFirst().get("environments"))
                .hasSize(ENVIRONMENTS - BRANCHES_THAT_DIFFER);
        int found = 0;
        Set<Object> compared = new HashSet<>();
        for (Map<String, Object> difference : list(answer, "diff")) {
            String name = String.valueOf(((List<?>) difference.get("environments")).getFirst());
            int number = Integer.parseInt(name.substring(1));
            Set<String> told = told(difference);
            assertThat(told).as(name).isEqualTo(expected(settings(), VALUES.get(number)));
            found += told.size();
            compared.add(name);
        }
        assertThat(compared).hasSize(BRANCHES_THAT_DIFFER);
        assertThat(found).isEqualTo(PLANTED);
        assertThat(list(answer, "missing")).hasSize(2 * PLANTED / 3 + 1);
    }

    @Test
    void theSameQueryAnswersOverBranchesAndAStore() throws Exception {
        String query = "{zero: section0.\"new/0\", one: section1.key2, all: length(keys(@))}";
        Map<String, Object> places = new TreeMap<>();
        for (String place : List.of("demo env-0", "demo env-1", "demo env-99", "store current")) {
            String[] parts = place.split(" ");
            Map<String, Object> answer = http.post(
                            "/repos/" + parts[0] + "/config",
                            Json.compact(Data.map("path", "app.json", "query", query, "ref", parts[1])))
                    .ok()
                    .json();
            Map<String, Object> item = list(answer, "items").getFirst();
            Map<String, Map<String, Object>> expected =
                    VALUES.get(parts[1].equals("current") ? 0 : Integer.parseInt(parts[1].substring("env-".length())));
            assertThat(answer).as(place).containsEntry("ref", parts[1]);
            assertThat(JACKSON.valueToTree(item.get("value")).toString())
                    .as(place)
                    .isEqualTo(Json.compact(Data.map(
                            "zero", expected.get("section0").get("new/0"),
                            "one", expected.get("section1").get("key2"),
                            "all", SECTIONS)));
            assertPlaces(place, item, Json.compact(expected));
            places.put(place, item.get("locations"));
        }
        assertThat(places.get("store current")).isEqualTo(places.get("demo env-0"));
        assertThat(places.get("demo env-1")).isNotEqualTo(places.get("demo env-99"));

        Map<String, Object> compared = compare(
                        Data.map("path", "app.json", "query", query),
                        List.of(
                                Data.map("name", "a", "repo", "demo", "ref", "env-0"),
                                Data.map("name", "b", "repo", "demo", "ref", "env-99"),
                                Data.map("name", "c", "repo", "store")))
                .ok()
                .json();
        assertThat(list(compared, "groups"))
                .extracting("environments")
                .containsExactly(List.of("a", "c"), List.of("b"));
    }

    /** Checks the places of an item. At each place, the key of the member that the pointer names must begin. */
    private static void assertPlaces(String of, Map<String, Object> item, String text) throws Exception {
        assertThat(list(item, "locations")).as(of).isNotEmpty();
        for (Map<String, Object> location : list(item, "locations")) {
            JsonPointer pointer = JsonPointer.compile((String) location.get("pointer"));
            String key = Json.compact(pointer.last().getMatchingProperty());
            int column = ((Number) location.get("column")).intValue();
            assertThat(location).as(of).containsEntry("line", 1);
            assertThat(text.substring(column))
                    .as(of)
                    .startsWith(key + ":" + JACKSON.readTree(text).at(pointer));
        }
    }

    private static List<Object> two() {
        return List.of(
                Data.map("name", "old", "repo", "demo", "ref", "main"),
                Data.map("name", "new", "repo", "demo", "ref", "code"));
    }

    @Test
    void codeIsComparedByWhateverFindsIt() {
        for (Map<String, Object> selector : List.of(
                Data.map("name", "run", "kind", "method"),
                Data.map("annotation", "@req:run"),
                Data.map("s_expr", "(method_declaration) @m", "lang", "java"),
                Data.map("path", "A.java", "from", 2, "to", 5))) {
            Map<String, Object> answer =
                    compare(selector, two(), "base", "old").ok().json();
            assertThat(list(answer, "diff").getFirst().get("unified").toString())
                    .as(selector.toString())
                    .contains("--- old\n+++ new\n", "-        return 1;\n+        return 2;\n");
        }
        assertThat(compare(Data.map("annotation", "@req:other"), two()).json().get("missing"))
                .isEqualTo(List.of(Data.map("pointer", "", "environments", List.of("old", "new"))));
        assertThat(compare(Data.map("s_expr", "(nothing) @m", "lang", "java"), two())
                        .json())
                .containsEntry("code", "bad_query");
    }

    @Test
    void aComparisonIsAPageAndATextAsWell() {
        String body = body(Data.map("path", "notes.txt"), two());
        Http.Answer page = http.post("/compare", body, "Accept", "text/html").ok();

        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.text()).contains("&lt;b&gt;2&lt;/b&gt;").doesNotContain("<b>2</b>", "<script");
        assertThat(http.post("/compare", body, "Accept", "text/plain").ok().text())
                .contains("largest_group");
    }

    @Test
    void whatFailsIsSaid() {
        List<Object> environments = new ArrayList<>(two());
        environments.add(Data.map("name", "lost", "repo", "nowhere"));
        environments.add(Data.map("name", "gone", "repo", "demo", "ref", "nothing"));
        Map<String, Object> answer = compare(Data.map("path", "app.json", "query", "section1.key1"), environments)
                .ok()
                .json();
        assertThat(list(answer, "environments"))
                .extracting(each -> each.get("status") + " " + each.get("code"))
                .containsExactly("ok null", "ok null", "failed unknown_repo", "failed unknown_ref");

        List<Object> many = environments();
        many.add(Data.map("name", "more", "repo", "demo"));
        assertThat(compare(Data.map("path", "app.json"), many).status()).isEqualTo(413);
        assertThat(compare(Data.map("path", "../app.json"), two()).status()).isEqualTo(400);
        assertThat(compare(Data.map("path", "app.json", "query", "a["), two()).status())
                .isEqualTo(422);
    }
}
