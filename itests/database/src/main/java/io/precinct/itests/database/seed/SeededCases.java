package io.precinct.itests.database.seed;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.SplittableRandom;

/**
 * Generates cases with their notes as rows in COPY's text format. Each case is made from its index alone, so that any
 * case can be made again. Immutable.
 */
public final class SeededCases {
    static final String TASK_COLUMNS = "id, label, priority, status, case_type, detective, urgency_level,"
            + " repository_context, created_at, updated_at, version, notes, evidence_tags, case_links,"
            + " consciousness_links, scheduled_date, due_date, pinned, classification, note_count, next_note";

    static final String NOTE_COLUMNS = "task_id, position, note_id, timestamp, event_type, content, detective";

    private static final String[] STATUSES = weighted("parked 40 active 20 completed 30 archived 10");
    private static final String[] URGENCIES = weighted("routine 70 priority 15 urgent 8 critical 5 emergency 2");
    private static final String[] TYPES = weighted("bug 18 story 8 feature 10 task 14 investigation 10"
            + " emergency-response 2 surveillance 4 analysis 5 report 4 follow-up 4 routine-patrol 2 evidence-review 4"
            + " witness-interview 3 case-closure 2 idea 4 guide 2 epic 2 \\N 2");
    private static final String[] SYLLABLES =
            ("ba be bi bo bu da de di do du fa fe fi fo ga ge gi go ha he hi ho ka ke ki ko"
                            + " la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to"
                            + " tu va ve vi vo wa we wi za ze zi zo")
                    .split(" ");

    /** Number of different words in the texts. */
    public static final int WORDS = 5000;

    /** Number of detectives. */
    public static final int DETECTIVES = 100;

    /** Number of tags. */
    public static final int TAGS = 200;

    private static final int DAYS = 365;

    private final long seed;
    private final int size;
    private final int notes;
    private final Instant now = LocalDate.now(ZoneOffset.UTC).atStartOfDay().toInstant(ZoneOffset.UTC);

    SeededCases(long seed, int size, int notes) {
        this.seed = seed;
        this.size = size;
        this.notes = notes;
    }

    private static String[] weighted(String values) {
        String[] parts = values.split("\\s+");
        var all = new java.util.ArrayList<String>(100);
        for (int i = 0; i < parts.length; i += 2) {
            for (int n = Integer.parseInt(parts[i + 1]); n > 0; n--) {
                all.add(parts[i]);
            }
        }
        return all.toArray(String[]::new);
    }

    /** The number of cases. */
    public int size() {
        return size;
    }

    /** The id of a case. */
    public String id(int index) {
        long mixed = new SplittableRandom(seed ^ index).nextLong();
        String hex = HexFormat.of().toHexDigits(mixed);
        return "task-%08x-0000-7%s-8%s-%s%s"
                .formatted(index, hex.substring(0, 3), hex.substring(3, 6), hex.substring(6, 16), "00");
    }

    /** A word; the first ones are the most frequent. */
    public static String word(int rank) {
        int n = SYLLABLES.length;
        return SYLLABLES[rank % n]
                + SYLLABLES[rank / n % n]
                + (rank < n * 4 ? "n" : SYLLABLES[(rank * 7 + 3) % n] + "r");
    }

    /** The name of a detective; the first ones have the most cases. */
    public static String detective(int rank) {
        return "detective-" + rank;
    }

    /** A phrase that occurs in the notes of this case and of no other. */
    public String phrase(int index) {
        return "lantern " + word(index % WORDS) + " at pier " + index;
    }

    /** A random rank below {@code most}, small ones far more often than large ones. */
    private static int skewed(SplittableRandom random, int most) {
        double x = random.nextDouble();
        return (int) (most * x * x * x);
    }

    private static void words(StringBuilder text, SplittableRandom random, int count) {
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                text.append(' ');
            }
            text.append(word(skewed(random, WORDS)));
        }
    }

    private SplittableRandom random(int index) {
        return new SplittableRandom(seed * 31 + index);
    }

    private Instant createdAt(int index) {
        long millis = DAYS * 86_400_000L;
        return now.minusMillis(millis - (long) ((double) index / size * millis)).truncatedTo(ChronoUnit.MILLIS);
    }

    private int noteCount(int index) {
        int most = 2 * notes / size - 1;
        return most < 1 ? 1 : 1 + random(index).split().nextInt(most);
    }

    /** Appends the row of a case. */
    void task(StringBuilder text, int index) {
        SplittableRandom random = random(index);
        int count = noteCount(index);
        Instant created = createdAt(index);
        Instant updated = created.plusMillis(
                (long) (random.nextDouble() * (now.toEpochMilli() - created.toEpochMilli() + 3_600_000)));
        text.append(id(index)).append('\t');
        words(text, random, 4 + random.nextInt(5));
        text.append('\t').append(1 + random.nextInt(5));
        text.append('\t').append(STATUSES[random.nextInt(STATUSES.length)]);
        text.append('\t').append(TYPES[random.nextInt(TYPES.length)]);
        text.append('\t').append(random.nextInt(10) == 0 ? "\\N" : detective(skewed(random, DETECTIVES)));
        text.append('\t').append(URGENCIES[random.nextInt(URGENCIES.length)]);
        text.append('\t').append(random.nextInt(3) == 0 ? "org/" + word(random.nextInt(50)) : "\\N");
        text.append('\t').append(created).append('\t').append(updated);
        text.append('\t').append(count).append('\t');
        words(text, random, 20 + random.nextInt(40));
        text.append('\t');
        tags(text, random);
        text.append("\t[]\t");
        text.append(random.nextInt(20) == 0 ? "{\"memories\":[\"memory/" + word(random.nextInt(500)) + "\"]}" : "{}");
        date(text, random, 5);
        date(text, random, 3);
        text.append('\t').append(random.nextInt(200) == 0 ? 't' : 'f');
        text.append('\t').append(random.nextInt(25) == 0 ? "idea" : "work");
        text.append('\t').append(count).append('\t').append(count).append('\n');
    }

    private static void tags(StringBuilder text, SplittableRandom random) {
        text.append('[');
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            text.append(i > 0 ? "," : "")
                    .append("\"tag-")
                    .append(skewed(random, TAGS / 4) + i * (TAGS / 4))
                    .append('"');
        }
        text.append(']');
    }

    private void date(StringBuilder text, SplittableRandom random, int oneOf) {
        text.append('\t');
        if (random.nextInt(oneOf) == 0) {
            text.append(now.plus(random.nextInt(120) - 60, ChronoUnit.DAYS).toString(), 0, 10);
        } else {
            text.append("\\N");
        }
    }

    /** Appends the rows of the notes of a case. */
    void notes(StringBuilder text, int index) {
        SplittableRandom random = random(index).split();
        random.nextInt();
        int count = noteCount(index);
        String id = id(index);
        String created = createdAt(index).toString();
        for (int position = 0; position < count; position++) {
            text.append(id).append('\t').append(position).append("\tnote-");
            text.append(HexFormat.of().toHexDigits((int) random.nextLong()));
            text.append('\t')
                    .append(created)
                    .append('\t')
                    .append(position == 0 ? "case_created" : "note_added")
                    .append('\t');
            words(text, random, 10 + random.nextInt(30));
            if (position == count - 1) {
                text.append(' ').append(phrase(index));
            }
            text.append('\t').append(detective(skewed(random, DETECTIVES))).append('\n');
        }
    }
}
