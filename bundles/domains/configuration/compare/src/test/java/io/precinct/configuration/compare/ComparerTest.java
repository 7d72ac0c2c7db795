package io.precinct.configuration.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.configuration.api.ConfigurationQuery;
import io.precinct.configuration.compare.Comparison.Group;
import io.precinct.configuration.compare.Comparison.Masked;
import io.precinct.configuration.compare.Comparison.Missing;
import io.precinct.configuration.compare.diff.Change;
import io.precinct.configuration.compare.diff.Change.Op;
import io.precinct.source.api.SourceFault;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ComparerTest {
    private static final Selector DATA = new Selector.Configured(new ConfigurationQuery("a.json", null, "@"));
    private static final Selector TEXT = new Selector.Lines("a", null, null);
    /** Of one comparison; each test has its own. */
    private static SecretMarks marks = new SecretMarks();

    private static final Finding MISSING = found();
    private static final Finding FAILED =
            new Finding(null, null, List.of(), SourceFault.of(503, "cloning", "not there yet"));

    private static Finding found(Object... values) {
        return new Finding(
                "main",
                "0".repeat(40),
                Stream.of(values).map(value -> new Piece("a", "a", value)).toList(),
                null);
    }

    @BeforeEach
    void begin() {
        marks = new SecretMarks();
    }

    /** Compares environments that are called e0, e1, … */
    private static Comparison compare(Selector selector, String base, boolean onlyDifferent, Finding... findings) {
        List<Environment> environments = new ArrayList<>();
        for (int i = 0; i < findings.length; i++) {
            environments.add(new Environment("e" + i, new Place("one", "r" + i)));
        }
        var request = new CompareRequest(selector, environments, base, onlyDifferent);
        return new Comparer(request, List.of(findings), marks).compare(false);
    }

    @Test
    void theLargestGroupIsFirstAndTheBase() {
        Comparison comparison = compare(
                DATA, null, false, found(Data.map("x", 1L)), found(Data.map("x", 2L)), found(Data.map("x", 2.0)));

        assertThat(comparison.equal()).isFalse();
        assertThat(comparison.groups())
                .extracting(Group::environments)
                .containsExactly(List.of("e1", "e2"), List.of("e0"));
        assertThat(comparison.base()).isEqualTo(new Comparison.Base("e1", 1, "largest_group"));
        assertThat(comparison.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.group()).isEqualTo(2);
            assertThat(difference.changes()).extracting("pointer").containsExactly("/x");
        });
    }

    @Test
    void groupsOfOneSizeStandInTheOrderOfTheRequest() {
        assertThat(compare(TEXT, null, false, found("b"), found("a"), found("c"))
                        .groups())
                .extracting(Group::value)
                .containsExactly("b", "a", "c");
    }

    @Test
    void aBaseIsTakenAsAskedFor() {
        assertThat(compare(TEXT, "e0", false, found("a\n"), found("b\n"), found("b\n"))
                        .differences())
                .singleElement()
                .satisfies(difference -> assertThat(difference.unified()).contains("--- e0", "+++ e1", "-a", "+b"));
        Comparison without = compare(TEXT, "e0", false, MISSING, found("b"));
        assertThat(without.base()).isEqualTo(new Comparison.Base("e0", null, "request"));
        assertThat(without.differences()).isEmpty();
    }

    @Test
    void onlyIfAllHaveTheSameAreTheyEqual() {
        assertThat(compare(TEXT, null, false, found("a"), found("a")).equal()).isTrue();
        assertThat(compare(TEXT, null, false, found("a"), MISSING).equal()).isFalse();
        assertThat(compare(TEXT, null, false, found("a"), FAILED).equal()).isFalse();
        assertThat(compare(TEXT, null, false, MISSING, MISSING).equal()).isFalse();
    }

    /** As somebody sees it who is not granted the secrets. */
    private static Finding masked(Object shown) {
        return found(marks.unknown(shown));
    }

    /** As somebody sees it who is. */
    private static Finding granted(Object shown, Object clear) {
        return found(marks.known(shown, clear));
    }

    private static Object password(Object value) {
        return Data.map("host", "h", "password", value);
    }

    @Test
    void maskedSecretsAreNeitherEqualNorDifferent() {
        for (boolean onlyDifferent : new boolean[] {false, true}) {
            Comparison comparison =
                    compare(DATA, null, onlyDifferent, masked(password("***")), masked(password("***")));

            assertThat(comparison.equal()).isNull();
            assertThat(comparison.masked()).containsExactly(new Masked("/password", List.of("e0", "e1")));
            assertThat(comparison.differences()).isEmpty();
        }
        Comparison comparison = compare(DATA, null, false, masked(password("***")), masked(password("***")));
        assertThat(comparison.groups()).singleElement().satisfies(group -> {
            assertThat(group.value()).isEqualTo(password("***"));
            assertThat(group.digest()).isNull();
        });
    }

    @Test
    void aMaskedSecretIsNoDifferenceToOneThatIsReadable() {
        Comparison comparison = compare(DATA, "e0", false, masked(password("***")), found(password("hunter2")));

        assertThat(comparison.equal()).isNull();
        assertThat(comparison.differences())
                .singleElement()
                .satisfies(difference -> assertThat(difference.changes())
                        .containsExactly(new Change("/password", Op.MASKED, "***", "hunter2")));
        assertThat(compare(DATA, "e0", false, masked("***"), found(password("hunter2")))
                        .equal())
                .isNull();
        assertThat(compare(DATA, "e0", false, masked(password("***")), found(Data.map("host", "i", "password", "x")))
                        .equal())
                .isFalse();
        assertThat(compare(DATA, null, false, masked(password("***")), MISSING).equal())
                .isFalse();
    }

    @Test
    void addressesAreComparedButForTheirSecrets() {
        Finding masked = masked("db://app:***@one");
        assertThat(compare(DATA, "e0", false, masked, found("db://app:x@one")).equal())
                .isNull();
        assertThat(compare(DATA, "e0", false, masked, found("db://app:x@two")).equal())
                .isFalse();
        assertThat(compare(DATA, "e0", false, masked, masked("db://app:***@two"))
                        .equal())
                .isFalse();
        assertThat(compare(TEXT, "e0", false, masked("a\ndb://app:***@one"), found("a\ndb://app:x@one"))
                        .equal())
                .isNull();
        assertThat(compare(TEXT, "e0", false, masked("a\ndb://app:***@one"), found("b\ndb://app:x@one"))
                        .equal())
                .isFalse();
    }

    @Test
    void maskedTextsAreNotCompared() {
        Comparison comparison = compare(TEXT, "e0", false, masked("***"), found("hunter2"));

        assertThat(comparison.equal()).isNull();
        assertThat(comparison.masked()).containsExactly(new Masked("", List.of("e0")));
        assertThat(comparison.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.masked()).isTrue();
            assertThat(difference.unified()).contains("-***", "+hunter2");
        });
        assertThat(compare(TEXT, null, false, masked("***"), masked("***")).equal())
                .isNull();
    }

    @Test
    void grantedSecretsAreComparedAndNotShown() {
        Object shown = password("***");
        Comparison same =
                compare(DATA, null, false, granted(shown, password("hunter2")), granted(shown, password("hunter2")));
        assertThat(same.equal()).isTrue();
        assertThat(same.masked()).isEmpty();
        assertThat(same.groups()).singleElement().satisfies(group -> {
            assertThat(group.value()).isEqualTo(shown);
            assertThat(group.digest()).isNull();
        });

        Comparison others =
                compare(DATA, null, false, granted(shown, password("hunter2")), granted(shown, password("hunter3")));
        assertThat(others.equal()).isFalse();
        assertThat(others.differences())
                .singleElement()
                .satisfies(difference -> assertThat(difference.changes())
                        .containsExactly(new Change("/password", Op.REPLACE, "***", "***")));

        assertThat(compare(TEXT, null, false, granted("***", "a\nb"), granted("***", "a\nb"))
                        .equal())
                .isTrue();
        Comparison texts = compare(TEXT, "e0", false, granted("a\n***", "a\nb"), granted("a\n***", "a\nc"));
        assertThat(texts.equal()).isFalse();
        assertThat(texts.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.unified()).contains(" a\n", "-***", "+***");
            assertThat(difference.masked()).isFalse();
        });
    }

    /** A secret of a store stands in the clear in a repository, or is an address that another store masks in part. */
    @Test
    void aGrantedSecretIsComparedWithWhatIsReadableElsewhere() {
        Finding store = granted(password("***"), password("correct-horse"));
        Comparison same = compare(DATA, "e0", false, store, found(password("correct-horse")));
        assertThat(same.equal()).isTrue();
        assertThat(same.groups())
                .singleElement()
                .satisfies(group -> assertThat(group.value()).isEqualTo(password("***")));
        assertThat(compare(DATA, "e0", false, store, found(password("another"))).equal())
                .isFalse();
        String url = "db://app:battery-staple@one";
        assertThat(compare(DATA, "e0", false, granted("***", url), granted("db://app:***@one", url))
                        .equal())
                .isTrue();
        assertThat(compare(TEXT, "e0", false, granted("***", "first\nsecond"), found("first\nsecond"))
                        .equal())
                .isTrue();
        assertThat(compare(DATA, "e0", false, store, masked(password("***"))).equal())
                .isNull();
        assertThat(compare(DATA, "e0", false, granted(password("***"), password("")), found(password("")))
                        .equal())
                .isTrue();
    }

    /** The secret of one store is granted, that of the other is not. */
    @Test
    void aGrantedSecretIsNotComparedWithAMaskedOne() {
        Object shown = password("***");
        Comparison comparison = compare(DATA, "e0", false, granted(shown, password("hunter2")), masked(shown));

        assertThat(comparison.equal()).isNull();
        assertThat(comparison.masked()).containsExactly(new Masked("/password", List.of("e1")));
        assertThat(comparison.differences())
                .singleElement()
                .satisfies(difference -> assertThat(difference.changes())
                        .containsExactly(new Change("/password", Op.MASKED, "***", "***")));
    }

    @Test
    void whatASelectorMakesOfAPlaceholderIsMasked() {
        var length = new Piece("a", "a", 3L, true).unknown(marks);
        var finding = new Finding("main", "0".repeat(40), List.of(length), null);
        Comparison comparison = compare(DATA, null, false, finding, finding);

        assertThat(comparison.equal()).isNull();
        assertThat(comparison.groups().getFirst().value()).isEqualTo("***");
        assertThat(Piece.known(
                        List.of(new Piece("a", "a", false, true)), List.of(new Piece("a", "a", true, false)), marks))
                .singleElement()
                .satisfies(piece -> assertThat(marks.shown(piece.content())).isEqualTo("***"));
    }

    @Test
    void onePlaceIsEqualToItself() {
        var place = new Place("one", null);
        var request = new CompareRequest(
                DATA, List.of(new Environment("a", place), new Environment("b", place)), null, false);
        Finding finding = masked(password("***"));

        assertThat(new Comparer(request, List.of(finding, finding), marks)
                        .compare(false)
                        .equal())
                .isTrue();
    }

    @Test
    void whatIsMissingIsToldByItsPointer() {
        Comparison comparison = compare(
                DATA,
                null,
                false,
                found(Data.map("db", Data.map("host", "h", "port", 1L), "a/b", 1L)),
                found(Data.map("db", Data.map("host", "h"))),
                MISSING,
                FAILED);

        assertThat(comparison.missing())
                .containsExactly(
                        new Missing("", List.of("e2")),
                        new Missing("/db/port", List.of("e1")),
                        new Missing("/a~1b", List.of("e1")));
    }

    @Test
    void onlyWhatDiffersIsLeft() {
        Comparison comparison = compare(
                DATA,
                null,
                true,
                found(Data.map("same", 1L, "deep", Data.map("same", 1L, "x", 1L))),
                found(Data.map("same", 1L, "deep", Data.map("same", 1L, "x", 1L))),
                found(Data.map("same", 1L, "deep", Data.map("same", 1L, "x", 2L, "new", 3L))),
                FAILED);

        assertThat(comparison.environments())
                .extracting(each -> each.environment().name())
                .containsExactly("e2", "e3");
        assertThat(comparison.groups())
                .extracting(Group::value)
                .containsExactly(Data.map("deep", Data.map("x", 2L, "new", 3L)));
        Comparison equal = compare(DATA, null, true, found(1L), found(1L));
        assertThat(equal.equal()).isTrue();
        assertThat(equal.groups()).isEmpty();
        assertThat(equal.environments()).isEmpty();
    }

    @Test
    void severalResultsAreComparedTogether() {
        var two = new Finding(
                "main",
                "0".repeat(40),
                List.of(new Piece("a#f", "a", "1"), new Piece("b#f", "b", "2"), new Piece("b#f", "b", "3")),
                null);
        var one = new Finding("main", "0".repeat(40), List.of(new Piece("a#f", "a", "1")), null);
        Comparison comparison = compare(TEXT, "e0", false, one, two);

        assertThat(comparison.kind()).isEqualTo("data");
        assertThat(comparison.groups())
                .extracting(Group::value)
                .containsExactly(Data.map("a#f", "1"), Data.map("a#f", "1", "b#f", "2", "b#f (2)", "3"));
        assertThat(comparison.missing()).extracting(Missing::pointer).containsExactly("/b#f", "/b#f (2)");
    }

    @Test
    void numbersBeyondTheCanonicalFormAreCompared() {
        var large = new java.math.BigInteger("9007199254740993");
        assertThat(compare(DATA, null, false, found(large), found(large)).equal())
                .isTrue();
        assertThat(compare(DATA, null, false, found(large), found(9007199254740992L))
                        .groups())
                .hasSize(2);
    }

    @Test
    void manyEnvironmentsThatLackMuchAreToldInPart() {
        var all = Data.mapBuilder();
        int keys = 1_000;
        for (int i = 0; i < keys; i++) {
            all.put("k" + i, 1L);
        }
        Finding[] findings = new Finding[100];
        java.util.Arrays.fill(findings, found(Data.map("x", 1L)));
        findings[0] = found(all.build());
        Comparison comparison = compare(DATA, null, false, findings);

        assertThat(comparison.truncatedBy()).isEqualTo("changes");
        assertThat(comparison.missing().stream()
                        .mapToInt(each -> each.environments().size())
                        .sum())
                .isBetween(Comparer.MOST_LACKING - 100, Comparer.MOST_LACKING);
    }

    @Test
    void moreDifferencesThanAreToldAreSaidToBeCut() {
        var base = Data.mapBuilder();
        for (int i = 0; i <= Comparer.MOST_CHANGES; i++) {
            base.put("k" + i, 1L);
        }
        Comparison comparison = compare(DATA, "e0", false, found(base.build()), found(Data.map("x", 1L)));

        assertThat(comparison.truncatedBy()).isEqualTo("changes");
        assertThat(comparison.differences().getFirst().changes()).hasSize(Comparer.MOST_CHANGES);
    }
}
