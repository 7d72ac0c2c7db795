package io.precinct.configuration.compare.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.constant;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.lists;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.flipkart.zjsonpatch.JsonPatch;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MapBuilder;
import io.precinct.testing.AnyData;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class DataDiffTest {
    private static final ObjectMapper JACKSON = new ObjectMapper();
    private static final int MOST = 10_000;
    private static final int PLENTY = 1_000_000;

    private static Object data(String json) {
        try {
            return Json.read(json);
        } catch (io.precinct.api.data.MalformedJson e) {
            throw new AssertionError(json, e);
        }
    }

    private static DataDiff.Result diff(Object base, Object value) {
        return DataDiff.of(base, value, MOST, new Effort(PLENTY));
    }

    private static List<String> changes(String base, String value) {
        return diff(data(base), data(value)).changes().stream()
                .map(change -> change.op().wireName() + " " + change.pointer() + " " + Json.compact(change.base()) + " "
                        + Json.compact(change.value()))
                .toList();
    }

    /** What an independent implementation of RFC 6902 makes of the base. */
    private static Object patched(Object base, List<Change> changes) {
        try {
            var patch = JACKSON.createArrayNode();
            for (Change change : changes) {
                MapBuilder operation =
                        Data.mapBuilder().put("op", change.op().wireName()).put("path", change.pointer());
                if (change.op() != Change.Op.REMOVE) {
                    operation.put("value", change.value());
                }
                patch.add(JACKSON.readTree(Json.compact(operation.build())));
            }
            JsonNode made = JsonPatch.apply(patch, JACKSON.readTree(Json.compact(base)));
            return data(made.toString());
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** What stands there in the base: each change tells it, and its pointer has the indexes of the base. */
    private static void assertTellsTheBase(Object base, List<Change> changes) {
        try {
            JsonNode all = JACKSON.readTree(Json.compact(base));
            for (Change change : changes) {
                if (change.op() != Change.Op.ADD) {
                    JsonNode there = all.at(change.pointer());
                    assertThat(Data.equal(data(there.toString()), change.base()))
                            .as(change + " in " + all)
                            .isTrue();
                }
            }
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static Gen<Object> alike() {
        Gen<Object> leaves =
                oneOf(pick(List.<Object>of(1L, 2L, "a", "b", true)), constant((Object) null), constant((Object) 1.0));
        Gen<Object> nested = AnyData.nested(leaves, pick(List.of("name", "id", "a", "x/y", "~", "")), 3);
        return AnyData.any(lists().of(nested).ofSizeBetween(0, 6));
    }

    @Test
    void theChangesAppliedToTheBaseGiveTheValue() {
        qt().withExamples(3_000).forAll(alike(), alike()).checkAssert((base, value) -> {
            List<Change> changes = diff(base, value).changes();
            assertThat(Data.equal(patched(base, changes), value))
                    .as(Json.compact(base) + " to " + Json.compact(value) + " by " + changes)
                    .isTrue();
            assertTellsTheBase(base, changes);
        });
    }

    /** However different they are, the changes are right; they are only more. */
    @Test
    void withoutEffortTheChangesAreStillRight() {
        qt().withExamples(1_000).forAll(alike(), alike()).checkAssert((base, value) -> {
            List<Change> changes = DataDiff.of(base, value, MOST, new Effort(0)).changes();
            assertThat(Data.equal(patched(base, changes), value)).isTrue();
        });
    }

    @Test
    void equalValuesHaveNoChanges() {
        qt().withExamples(500).forAll(alike()).checkAssert(value -> {
            Object again = data(Json.compact(value));
            assertThat(diff(value, again).changes()).isEmpty();
        });
        assertThat(changes("{\"a\": 1, \"b\": [1.0]}", "{\"b\": [1], \"a\": 1.0}"))
                .isEmpty();
    }

    @Test
    void membersAreAddedRemovedAndReplaced() {
        assertThat(changes("{\"a\": 1, \"b\": {\"c\": null}, \"e/f\": 1}", "{\"a\": \"1\", \"b\": {\"d\": null}}"))
                .containsExactlyInAnyOrder(
                        "replace /a 1 \"1\"", "remove /b/c null null", "add /b/d null null", "remove /e~1f 1 null");
        assertThat(changes("[1]", "{}")).containsExactly("replace  [1] {}");
    }

    /** The library that judges the others reads {@code ~01} as a slash, against RFC 6901 §4. */
    @Test
    void aTildeInANameIsWrittenOut() {
        assertThat(changes("{\"~1\": 1}", "{}")).containsExactly("remove /~01 1 null");
    }

    @Test
    void anElementInTheMiddleLeavesTheOthersAlone() {
        assertThat(changes("[1, 2, 3, 4]", "[1, 3, 4]")).containsExactly("remove /1 2 null");
        assertThat(changes("[1, 3, 4]", "[0, 1, 3, 4, 5]")).containsExactly("add /3 null 5", "add /0 null 0");
    }

    @Test
    void objectsInAnArrayAreMatchedByTheirNames() {
        assertThat(changes(
                        "[{\"name\": \"a\", \"v\": 1}, {\"name\": \"b\", \"v\": 1}]",
                        "[{\"name\": \"x\", \"v\": 9}, {\"name\": \"a\", \"v\": 2}, {\"name\": \"b\", \"v\": 3}]"))
                .containsExactly("replace /1/v 1 3", "replace /0/v 1 2", "add /0 null {\"name\":\"x\",\"v\":9}");
    }

    @Test
    void anObjectThatMovedShowsItsChanges() {
        assertThat(changes(
                        "[{\"id\": 1, \"v\": 1}, {\"id\": 2, \"v\": 1}, {\"id\": 3, \"v\": 1}]",
                        "[{\"id\": 3, \"v\": 2}, {\"id\": 1, \"v\": 1}, {\"id\": 2, \"v\": 1}]"))
                .containsExactly(
                        "replace /2/v 1 2", "remove /2 {\"id\":3,\"v\":1} null", "add /0 null {\"id\":3,\"v\":2}");
        assertThat(changes("[{\"id\": 1}, {\"id\": 2}]", "[{\"id\": 2}, {\"id\": 1}]"))
                .noneMatch(change -> change.startsWith("replace"));
    }

    @Test
    void objectsWithoutNamesAreMatchedByTheirPlaces() {
        assertThat(changes("[{\"v\": 1}, {\"v\": 2}]", "[{\"v\": 3}, {\"v\": 4}]"))
                .containsExactly("replace /1/v 2 4", "replace /0/v 1 3");
    }

    @Test
    void moreChangesThanAreAskedForAreCut() {
        var base = Data.freezeList(IntStream.range(0, 100).boxed().toList());
        DataDiff.Result result = DataDiff.of(base, Data.list(), 10, new Effort(PLENTY));

        assertThat(result.changes()).hasSize(10);
        assertThat(result.complete()).isFalse();
        assertThat(DataDiff.of(base, Data.list(), 100, new Effort(PLENTY)).complete())
                .isTrue();
    }

    /** Myers' algorithm would compare a thousand million pairs. */
    @Test
    void longArraysThatHaveNothingInCommonTakeBoundedEffort() {
        var base = Data.freezeList(IntStream.range(0, 50_000).boxed().toList());
        var value = Data.freezeList(IntStream.range(50_000, 100_000).boxed().toList());

        assertThat(DataDiff.of(base, value, PLENTY, new Effort(PLENTY)).changes())
                .hasSize(50_000)
                .allMatch(change -> change.op() == Change.Op.REPLACE);
    }
}
