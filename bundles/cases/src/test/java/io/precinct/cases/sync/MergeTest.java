package io.precinct.cases.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.cases.sync.Merge.Side;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class MergeTest {
    @Provide
    Arbitrary<Map<String, Object>> states() {
        Arbitrary<Map<String, Object>> scalars = Combinators.combine(
                        Arbitraries.of("a", "b", "c"),
                        Arbitraries.of("parked", "active", "completed"),
                        Arbitraries.of("kim", "lee").injectNull(0.3))
                .as((label, status, detective) -> {
                    var map = new LinkedHashMap<String, Object>();
                    map.put("label", label);
                    map.put("status", status);
                    map.put("detective", detective);
                    return map;
                });
        Arbitrary<Set<String>> sets =
                Arbitraries.of("t1", "t2", "t3", "t4").set().ofMaxSize(4);
        Arbitrary<Map<String, Object>> links = Combinators.combine(
                        sets, sets, Arbitraries.of("x", "y").injectNull(0.4))
                .as((memories, commits, context) -> {
                    var map = new LinkedHashMap<String, Object>();
                    if (!memories.isEmpty()) {
                        map.put("memories", List.copyOf(memories));
                    }
                    map.put(
                            "git_commits",
                            commits.stream().map(c -> Map.of("commit_hash", c)).toList());
                    if (context != null) {
                        map.put("context", context);
                    }
                    return map;
                });
        Arbitrary<List<Map<String, Object>>> notes = Combinators.combine(
                        Arbitraries.of("n1", "n2", "n3"),
                        Arbitraries.of("first", "second"),
                        Arbitraries.integers().between(0, 2))
                .as((id, content, edited) -> {
                    var note = new LinkedHashMap<String, Object>();
                    note.put("note_id", id);
                    note.put("content", content);
                    if (edited > 0) {
                        note.put("edited_at", "2026-01-0" + edited + "T00:00:00.000Z");
                    }
                    return (Map<String, Object>) note;
                })
                .list()
                .ofMaxSize(3)
                .uniqueElements(note -> note.get("note_id"));
        return Combinators.combine(scalars, sets, links, notes).as((scalar, tags, link, note) -> {
            var state = new LinkedHashMap<String, Object>(scalar);
            state.put("evidence_tags", List.copyOf(tags));
            state.put("consciousness_links", link);
            state.put("investigation_notes", note);
            return Fingerprint.state(Data.freezeMap(state));
        });
    }

    private static Side side(Map<String, Object> state, int second) {
        return new Side(state, Fingerprint.hash(state), Instant.EPOCH.plusSeconds(second));
    }

    private static String merged(@Nullable Map<String, Object> base, Side ours, Side theirs) {
        return Fingerprint.hash(Merge.of(base, ours, theirs).state());
    }

    @Property(tries = 2000)
    void whicheverSideMergesTheStateIsTheSame(
            @ForAll("states") Map<String, Object> base,
            @ForAll("states") Map<String, Object> one,
            @ForAll("states") Map<String, Object> other,
            @ForAll boolean known,
            @ForAll boolean later) {
        Map<String, Object> was = known ? base : null;
        Side a = side(one, later ? 1 : 0);
        Side b = side(other, 0);
        assertThat(merged(was, a, b)).isEqualTo(merged(was, b, a));
    }

    @Property(tries = 500)
    void whatOnlyOneSideChangedIsAsItHasIt(
            @ForAll("states") Map<String, Object> base,
            @ForAll("states") Map<String, Object> changed,
            @ForAll boolean later) {
        Merge merge = Merge.of(base, side(base, later ? 1 : 0), side(changed, 0));
        assertThat(Data.equal(merge.state(), changed)).as("%s", merge.state()).isTrue();
        assertThat(merge.lost()).isEmpty();
    }

    @Property(tries = 1000)
    void aMergedStateMergedAgainStaysAsItIs(
            @ForAll("states") Map<String, Object> base,
            @ForAll("states") Map<String, Object> one,
            @ForAll("states") Map<String, Object> other) {
        Map<String, Object> both = Merge.of(base, side(one, 1), side(other, 0)).state();
        assertThat(merged(one, side(both, 1), side(one, 1))).isEqualTo(Fingerprint.hash(both));
        assertThat(merged(other, side(both, 1), side(other, 0))).isEqualTo(Fingerprint.hash(both));
        assertThat(merged(null, side(both, 2), side(both, 2))).isEqualTo(Fingerprint.hash(both));
    }

    @Property(tries = 1000)
    void whatBothTookAwayIsGoneAndWhatEitherAddedIsThere(
            @ForAll("states") Map<String, Object> base,
            @ForAll("states") Map<String, Object> one,
            @ForAll("states") Map<String, Object> other) {
        List<?> tags =
                (List<?>) Merge.of(base, side(one, 1), side(other, 0)).state().get("evidence_tags");
        List<?> was = (List<?>) base.get("evidence_tags");
        List<?> a = (List<?>) one.get("evidence_tags");
        List<?> b = (List<?>) other.get("evidence_tags");
        for (String tag : List.of("t1", "t2", "t3", "t4")) {
            boolean expected =
                    was.contains(tag) ? a.contains(tag) && b.contains(tag) : a.contains(tag) || b.contains(tag);
            assertThat(tags.contains(tag)).as(tag).isEqualTo(expected);
        }
    }

    @Example
    void theLaterScalarStaysAndTheOtherIsLost() {
        Map<String, Object> base = Map.of("label", "a", "priority", 3);
        Merge merge = Merge.of(
                base, side(Map.of("label", "b", "priority", 1), 5), side(Map.of("label", "c", "priority", 3), 9));
        assertThat(merge.state()).containsEntry("label", "c").containsEntry("priority", 1);
        assertThat(merge.lost()).containsExactly(new Merge.Lost("label", "b"));
    }

    @Example
    void aNumberThatIsNoDoubleHasAHash() {
        assertThat(Fingerprint.hash(Map.of("n", new java.math.BigInteger("123456789012345678901234567890"))))
                .hasSize(64);
    }
}
