package io.precinct.source.facts;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Texts that were asked for lately, bounded by their bytes. Thread-safe. */
final class Texts {
    private final long most;
    private final Map<String, SourceText> byBlob = new LinkedHashMap<>(64, 0.75f, true);
    private long weight;

    /** @param most bytes */
    Texts(long most) {
        this.most = most;
    }

    /** The text of a blob, which is read where it is not there. */
    SourceText get(String blob, Supplier<SourceText> read) {
        synchronized (byBlob) {
            SourceText known = byBlob.get(blob);
            if (known != null) {
                return known;
            }
        }
        SourceText text = read.get();
        synchronized (byBlob) {
            if (byBlob.putIfAbsent(blob, text) == null) {
                weight += text.weight();
                var oldest = byBlob.values().iterator();
                while (weight > most && oldest.hasNext()) {
                    weight -= oldest.next().weight();
                    oldest.remove();
                }
            }
        }
        return text;
    }
}
