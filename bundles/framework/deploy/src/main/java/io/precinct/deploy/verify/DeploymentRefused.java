package io.precinct.deploy.verify;

import java.util.List;

/**
 * Thrown if a jar, or the bundle in it, may not serve. Contains every reason that was found, each a human-readable
 * sentence.
 */
public final class DeploymentRefused extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> reasons;
    private final Fault fault;

    /** What is at fault. */
    public enum Fault {
        /** The file is incomplete: it may not be completely written yet. */
        DAMAGED,
        /** The content is wrong, so that every further attempt would fail as well. */
        CONTENT,
        /** The deployment failed under the present circumstances; another attempt may succeed. */
        CIRCUMSTANCES
    }

    private DeploymentRefused(Fault fault, List<String> reasons) {
        super(String.join("; ", reasons), null, false, false);
        this.fault = fault;
        this.reasons = List.copyOf(reasons);
    }

    public static DeploymentRefused damaged(String reason) {
        return new DeploymentRefused(Fault.DAMAGED, List.of(reason));
    }

    public static DeploymentRefused content(String reason) {
        return content(List.of(reason));
    }

    static DeploymentRefused content(List<String> reasons) {
        return new DeploymentRefused(Fault.CONTENT, reasons);
    }

    public static DeploymentRefused circumstances(String reason) {
        return circumstances(List.of(reason));
    }

    public static DeploymentRefused circumstances(List<String> reasons) {
        return new DeploymentRefused(Fault.CIRCUMSTANCES, reasons);
    }

    public List<String> reasons() {
        return reasons;
    }

    public Fault fault() {
        return fault;
    }
}
