package io.precinct.cases.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.booleans;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.data.Data;
import io.precinct.cases.sync.Merge.Side;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class MergeTest {
    private static Gen<Map<String, Object>> states() {
        return scalars().zip(sets(), links(), notes(), (scalars, tags, links, notes) -> {
            var state = new LinkedHashMap<String, Object>(scalars);
            state.put("evidence_tags", List.copyOf(tags));
            state.put("consciousness_links", links);
            state.put("investigation_notes", notes);
            return CaseHash.state(Data.freezeMap(state));
        });
    }

    private static Gen<Map<String, Object>> scalars() {
        return pick(List.of("a", "b", "c"))
                .zip(
                        pick(List.of("parked", "active", "completed")),
                        pick(Arrays.asList("kim", "lee", null)),
                        (label, status, detective) -> {
                            var map = new LinkedHashMap<String, Object>();
                            map.put("label", label);
                            map.put("status", status);
                            map.put("detective", detective);
                            return map;
                        });
    }

    private static Gen<Set<String>> sets() {
        return lists().of(pick(List.of("t1", "t2", "t3", "t4")))
                .ofSizeBetween(0, 7)
                .map(all -> new LinkedHashSet<>(all));
    }

    private static Gen<Map<String, Object>> links() {
        return sets().zip(sets(), pick(Arrays.asList("x", "y", null)), (memories, commits, context) -> {
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
    }

    private static Gen<List<Map<String, Object>>> notes() {
        Gen<Map<String, Object>> note = pick(List.of("n1", "n2", "n3"))
                .zip(pick(List.of("first", "second")), range(0, 2), (id, content, edited) -> {
                    var map = new LinkedHashMap<String, Object>();
                    map.put("note_id", id);
                    map.put("content", content);
                    if (edited > 0) {
                        map.put("edited_at", "2026-01-0" + edited + "T00:00:00.000Z");
                    }
                    return map;
                });
        return lists().of(note).ofSizeBetween(0, 5).map(all -> {
            var byId = new LinkedHashMap<Object, Map<String, Object>>();
            all.forEach(each -> byId.put(each.get("note_id"), each));
            return List.copyOf(byId.values());
        });
    }

    private static Side side(Map<String, Object> state, int second) {
        return new Side(state, CaseHash.hash(state), Instant.EPOCH.plusSeconds(second));
    }

    private static String merged(@Nullable Map<String, Object> base, Side ours, Side theirs) {
        return CaseHash.hash(Merge.of(base, ours, theirs).state());
    }

    /**
     * The last common state and the states of both sides; {@code known} tells whether the merge gets the common state.
     */
    record Edits(
            Map<String, Object> base,
            Map<String, Object> one,
            Map<String, Object> other,
            boolean known,
            boolean later) {}

    @Test
    void whicheverSideMergesTheStateIsTheSame() {
        Gen<Edits> edits = states().zip(states(), states(), booleans(), booleans(), Edits::new);
        qt().withExamples(2000).forAll(edits).checkAssert(edit -> {
            Map<String, Object> was = edit.known ? edit.base : null;
            Side a = side(edit.one, edit.later ? 1 : 0);
            Side b = side(edit.other, 0);
            assertThat(merged(was, a, b)).isEqualTo(merged(was, b, a));
        });
    }

    @Test
    void whatOnlyOneSideChangedIsAsItHasIt() {
        qt().withExamples(500).forAll(states(), states(), booleans()).checkAssert((base, changed, later) -> {
            Merge merge = Merge.of(base, side(base, later ? 1 : 0), side(changed, 0));
            assertThat(Data.equal(merge.state(), changed))
                    .as("%s", merge.state())
                    .isTrue();
            assertThat(merge.lost()).isEmpty();
        });
    }

    @Test
    void aMergedStateMergedAgainStaysAsItIs() {
        qt().withExamples(1000).forAll(states(), states(), states()).checkAssert((base, one, other) -> {
            Map<String, Object> both =
                    Merge.of(base, side(one, 1), side(other, 0)).state();
            assertThat(merged(one, side(both, 1), side(one, 1))).isEqualTo(CaseHash.hash(both));
            assertThat(merged(other, side(both, 1), side(other, 0))).isEqualTo(CaseHash.hash(both));
            assertThat(merged(null, side(both, 2), side(both, 2))).isEqualTo(CaseHash.hash(both));
        });
    }

    @Test
    void whatBothTookAwayIsGoneAndWhatEitherAddedIsThere() {
        qt().withExamples(1000).forAll(states(), states(), states()).checkAssert((base, one, other) -> {
            List<?> tags = (List<?>)
                    Merge.of(base, side(one, 1), side(other, 0)).state().get("evidence_tags");
            List<?> was = (List<?>) base.get("evidence_tags");
            List<?> a = (List<?>) one.get("evidence_tags");
            List<?> b = (List<?>) other.get("evidence_tags");
            for (String tag : List.of("t1", "t2", "t3", "t4")) {
                boolean expected =
                        was.contains(tag) ? a.contains(tag) && b.contains(tag) : a.contains(tag) || b.contains(tag);
                assertThat(tags.contains(tag)).as(tag).isEqualTo(expected);
            }
        });
    }

    @Test
    void theLaterScalarStaysAndTheOtherIsLost() {
        Map<String, Object> base = Map.of("label", "a", "priority", 3);
        Merge merge = Merge.of(
                base, side(Map.of("label", "b", "priority", 1), 5), side(Map.of("label", "c", "priority", 3), 9));
        assertThat(merge.state()).containsEntry("label", "c").containsEntry("priority", 1);
        assertThat(merge.lost()).containsExactly(new Merge.Lost("label", "b"));
    }

    // @req:sync-lost
    @Test
    void theDeletionOfANoteThatTheOtherSideEditedIsLost() {
        Map<String, Object> was = Map.of("investigation_notes", List.of(note("was")));
        Map<String, Object> edited = Map.of("investigation_notes", List.of(note("edited")));
        Map<String, Object> without = Map.of("investigation_notes", List.of());
        var deletion = new Merge.Lost("investigation_notes.n1", null);
        for (int later : List.of(0, 2)) {
            Merge merge = Merge.of(was, side(edited, 1), side(without, later));
            assertThat(merge.state()).isEqualTo(edited);
            assertThat(merge.lost()).containsExactly(deletion);
        }
        assertThat(Merge.of(null, side(edited, 1), side(without, 2)).lost()).isEmpty();
    }

    // @req:sync-lost
    @Test
    void ofTwoEditsOfANoteTheEarlierIsLost() {
        Map<String, Object> was = Map.of("investigation_notes", List.of(note("was")));
        Map<String, Object> one = Map.of("investigation_notes", List.of(note("one")));
        Map<String, Object> other = Map.of("investigation_notes", List.of(note("other")));
        Merge merge = Merge.of(was, side(one, 1), side(other, 2));
        assertThat(merge.state()).isEqualTo(other);
        assertThat(merge.lost()).containsExactly(new Merge.Lost("investigation_notes.n1", note("one")));
    }

    private static Map<String, Object> note(String content) {
        return Map.of("note_id", "n1", "content", content);
    }

    // @req:sync-lost
    @Test
    void aLinkThatIsNoListOnBothSidesIsLostWhole() {
        Map<String, Object> base = Map.of("consciousness_links", Map.of());
        Merge merge = Merge.of(
                base,
                side(Map.of("consciousness_links", Map.of("more", List.of("x"), "context", "one")), 2),
                side(Map.of("consciousness_links", Map.of("more", "text", "context", "other")), 1));
        assertThat(merge.lost())
                .containsExactlyInAnyOrder(
                        new Merge.Lost("consciousness_links.more", "text"),
                        new Merge.Lost("consciousness_links.context", "other"));
    }

    @Test
    void aNumberThatIsNoDoubleHasAHash() {
        assertThat(CaseHash.hash(Map.of("n", new java.math.BigInteger("123456789012345678901234567890"))))
                .hasSize(64);
    }
}
