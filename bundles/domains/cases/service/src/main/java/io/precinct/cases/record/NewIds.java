package io.precinct.cases.record;

import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** New names. They are no secrets. */
public final class NewIds {
    private NewIds() {}

    /** {@code task-<uuid>}, a UUID of version 7 (RFC 9562 §5.7), so that new rows stand side by side in the index. */
    public static String task() {
        var random = ThreadLocalRandom.current();
        long high = System.currentTimeMillis() << 16 | 0x7000 | random.nextLong() & 0xFFF;
        long low = random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return "task-" + new UUID(high, low);
    }

    /** {@code note-<uuid8>}. */
    public static String note() {
        return "note-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    }
}
