package io.precinct.cases.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TextConditionTest {
    private static final WordCounts COUNTS =
            counts("the 900000", "theft 2000", "in 800000", "red 60000", "redder 1000", "paint 50000");

    private static WordCounts counts(String... wordsAndCounts) {
        var texts = new TreeMap<String, Double>();
        for (String one : wordsAndCounts) {
            String[] parts = one.split(" ");
            texts.put(parts[0], Double.valueOf(parts[1]));
        }
        return new WordCounts(texts, System.nanoTime());
    }

    @Test
    void rareWordsAreLookedUpAsBeginnings() {
        TextCondition lookup = TextCondition.beginnings(List.of("crow", "theft"), COUNTS);
        assertThat(lookup.index()).isEqualTo("'crow':* & 'theft':*");
        assertThat(lookup.filter()).isEqualTo(lookup.index());
        assertThat(lookup.whole()).isTrue();
    }

    @Test
    void aCommonWordBesideARareOneIsLookedUpAsItIs() {
        TextCondition lookup = TextCondition.beginnings(List.of("crow", "the"), COUNTS);
        assertThat(lookup.index()).isEqualTo("'crow':* & 'the'");
        assertThat(lookup.whole())
                .as("what has thereof in its place is missing")
                .isFalse();
    }

    @Test
    void commonWordsAreBeginningsOnlyWhileThoseAreFewTogether() {
        WordCounts counts = counts("pier 9000", "lantern 9500");
        assertThat(TextCondition.beginnings(List.of("lantern", "pier", "crow"), counts)
                        .index())
                .isEqualTo("'crow':* & 'pier':* & 'lantern'");
    }

    @Test
    void aBeginningOfCommonWordsThatIsNoneItselfIsHeldAgainstWhatTheOthersFind() {
        TextCondition lookup = TextCondition.beginnings(List.of("crow", "th"), COUNTS);
        assertThat(lookup.index()).isEqualTo("'crow':*");
        assertThat(lookup.filter()).isEqualTo("'crow':* & 'th':*");
        assertThat(lookup.candidates()).isGreaterThan(TextCondition.MOST);
    }

    @Test
    void wordsThatAreInManyTextsAndNotInMostAreLookedUpAsTheyAre() {
        assertThat(TextCondition.beginnings(List.of("red", "paint"), COUNTS).index())
                .isEqualTo("'paint' & 'red'");
    }

    @Test
    void whatIsInMostTextsIsLookedForInTheLatestCases() {
        assertThat(TextCondition.beginnings(List.of("the", "in"), COUNTS).index())
                .isNull();
        assertThat(TextCondition.beginnings(List.of("th"), COUNTS).index()).isNull();
        assertThat(TextCondition.phrase("'in' <-> 'the'", List.of("in", "the"), COUNTS)
                        .index())
                .isNull();
        assertThat(TextCondition.anyOfEach(List.of(List.of("the", "theft"), List.of("in")), 50, COUNTS)
                        .index())
                .isNull();
    }

    @Test
    void aPhraseIsLookedForAmongTextsWithAllOfItsWords() {
        TextCondition lookup =
                TextCondition.phrase("'in' <-> 'red' <-> 'paint'", List.of("in", "red", "paint"), COUNTS);
        assertThat(lookup.index()).isEqualTo("'in' & 'red' & 'paint'");
        assertThat(lookup.filter()).isEqualTo("'in' <-> 'red' <-> 'paint'");
        assertThat(lookup.whole()).as("more may have the words than are read").isFalse();
    }

    @Test
    void quotesAreQuoted() {
        assertThat(TextCondition.beginnings(List.of("o'b\\x"), WordCounts.UNKNOWN)
                        .index())
                .isEqualTo("'o''b\\\\x':*");
    }
}
