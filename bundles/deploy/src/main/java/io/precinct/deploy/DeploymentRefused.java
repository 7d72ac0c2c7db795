package io.precinct.deploy;

import java.util.List;

/** A jar or the bundle in it may not serve; carries every reason that was found, each a sentence for people. */
final class DeploymentRefused extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> reasons;
    private final Fault fault;

    /** What is at fault. */
    enum Fault {
        /** The file is not whole: it may still be on its way. */
        DAMAGED,
        /** The content will never do, however often it is tried. */
        CONTENT,
        /** It did not work here and now; another time it may. */
        CIRCUMSTANCES
    }

    DeploymentRefused(Fault fault, List<String> reasons) {
        super(String.join("; ", reasons), null, false, false);
        this.fault = fault;
        this.reasons = List.copyOf(reasons);
    }

    DeploymentRefused(Fault fault, String reason) {
        this(fault, List.of(reason));
    }

    List<String> reasons() {
        return reasons;
    }

    Fault fault() {
        return fault;
    }
}
