package io.precinct.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShortAnswerTest {
    private static final Map<String, @Nullable Object> CASE = Data.map(
            "id",
            "t-1",
            "version",
            7,
            "due",
            null,
            "tags",
            List.of("a"),
            "text",
            "long ".repeat(100),
            "links",
            Data.map(),
            "pinned",
            false);

    @Test
    void aChangedThingIsItsPlainMembersAndWhatTheCallGave() {
        var form = new ShortAnswer(Data.map("id", "t-1", "due", null, "tags", List.of("a")));

        assertThat(form.of(CASE))
                .isEqualTo(Data.map(
                        "id",
                        "t-1",
                        "version",
                        7,
                        "due",
                        null,
                        "tags",
                        List.of("a"),
                        "links",
                        Data.map(),
                        "pinned",
                        false));
        assertThat(form.isShortened()).as("the text is missing").isTrue();
    }

    @Test
    void partsAreShortenedAndWarningsStay() {
        var form = new ShortAnswer(Data.map());

        assertThat(form.of(
                        Data.map("task", CASE, "warnings", List.of(Map.of("open", List.of(1))), "left", Data.list())))
                .isEqualTo(Data.map(
                        "task",
                        Data.map("id", "t-1", "version", 7, "links", Data.map(), "pinned", false),
                        "warnings",
                        List.of(Map.of("open", List.of(1))),
                        "left",
                        Data.list()));
    }

    @Test
    void ofALongListTheElementsThatTheCallNamesStay() {
        List<Object> items = List.of(
                Map.of("item_id", "i-1", "text", "a", "index", 0),
                Map.of("item_id", "i-2", "text", "b", "index", 1),
                Map.of("item_id", "i-3", "text", "c", "index", 2),
                Map.of("item_id", "i-4", "text", "d", "index", 3));
        Map<String, @Nullable Object> answer = Data.map("items", items);

        assertThat(new ShortAnswer(Data.map("params", Map.of("item_id", "i-2"))).of(answer))
                .isEqualTo(Data.map("items", List.of(items.get(1))));
        assertThat(new ShortAnswer(Data.map("params", Map.of("index", 2))).of(answer))
                .isEqualTo(Data.map("items", List.of(items.get(2))));
        assertThat(new ShortAnswer(Data.map("params", Map.of("text", "d"))).of(answer))
                .isEqualTo(Data.map("items", List.of(items.get(3))));
        assertThat(new ShortAnswer(Data.map("params", Map.of("text", "x"))).of(answer))
                .isEqualTo(Data.map());
        assertThat(new ShortAnswer(Data.map("action", "list", "params", Data.map())).of(answer))
                .as("the list is what the call asks for")
                .isEqualTo(answer);
    }

    @Test
    void aResultForEachGivenIdStaysButNotWhatOnlyHasTheSameAuthor() {
        List<Object> results = List.of("a", "b", "c", "d").stream()
                .map(id -> (Object) Map.of("id", id, "status", "deleted"))
                .toList();

        assertThat(new ShortAnswer(Data.map("ids", List.of("a", "b", "c", "d"))).of(Data.map("results", results)))
                .isEqualTo(Data.map("results", results));
        assertThat(new ShortAnswer(Data.map("detective", "deleted")).of(Data.map("version", 1, "results", results)))
                .isEqualTo(Data.map("version", 1));
    }

    @Test
    void aMemberThatTheCallNamesStaysThoughItIsNull() {
        assertThat(new ShortAnswer(Data.map("field", "due", "value", null)).of(CASE))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("due", null);
    }

    @Test
    void whatIsAMemberOfTheAnswerIsNamedByItsIdInItsLists() {
        Map<String, @Nullable Object> other = Data.map("id", "t-2", "version", 1);

        assertThat(new ShortAnswer(Data.map()).of(Data.map("task", CASE, "stack", List.of(CASE, other))))
                .isEqualTo(Data.map(
                        "task",
                        Data.map("id", "t-1", "version", 7, "links", Data.map(), "pinned", false),
                        "stack",
                        List.of(Data.map("id", "t-1"), other)));
    }

    @Test
    void whatIsNoObjectIsTheSame() {
        var form = new ShortAnswer(Data.map());

        assertThat(form.of("text")).isEqualTo("text");
        assertThat(form.of(null)).isNull();
        assertThat(form.isShortened()).isFalse();
    }
}
