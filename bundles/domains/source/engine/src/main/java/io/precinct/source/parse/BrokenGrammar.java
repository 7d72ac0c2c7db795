package io.precinct.source.parse;

import java.util.List;

/** The files of a grammar cannot be used. */
public final class BrokenGrammar extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<String> faults;

    /** @param faults every fault, each with the file in which it is */
    BrokenGrammar(List<String> faults) {
        super(String.join("; ", faults));
        this.faults = List.copyOf(faults);
    }

    /** Every fault, each with the file in which it is. */
    List<String> faults() {
        return faults;
    }
}
