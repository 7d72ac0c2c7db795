package io.precinct.cases.record;

import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Creates new ids. They are not secret. */
public final class NewIds {
    private NewIds() {}

    /**
     * Returns {@code task-<uuid>}. The UUID has version 7 (RFC 9562 §5.7), so that new rows are adjacent in the index.
     */
    public static String task() {
        var random = ThreadLocalRandom.current();
        long high = System.currentTimeMillis() << 16 | 0x7000 | random.nextLong() & 0xFFF;
        long low = random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return "task-" + new UUID(high, low);
    }

    /** Returns {@code note-<uuid8>}. */
    public static String note() {
        return "note-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    }
}
