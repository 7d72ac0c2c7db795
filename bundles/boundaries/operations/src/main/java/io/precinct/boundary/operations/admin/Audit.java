package io.precinct.boundary.operations.admin;

import io.precinct.api.boundary.Input;
import io.precinct.core.api.deploy.Deployments.Operator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs, as {@code precinct.audit}, who has administered what, from where, and with what outcome. Thread-safe. */
final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("precinct.audit");

    private Audit() {}

    /**
     * Logs an operation.
     *
     * @param what the operation and its object
     * @param outcome how the operation ended
     */
    static void note(Input input, String what, String outcome) {
        Operator operator = Operator.of(input);
        LOG.atInfo()
                .addKeyValue("by", operator.name())
                .addKeyValue("from", operator.address())
                .addKeyValue("outcome", outcome)
                .log("{} by {}: {}", what, operator, outcome);
    }
}
