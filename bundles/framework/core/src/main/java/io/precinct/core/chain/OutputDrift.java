package io.precinct.core.chain;

import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.shapes.Failure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A payload that does not match what its boundary declares.
 *
 * @param failures at least one, in the order of the shape
 */
record OutputDrift(Step step, List<Failure> failures) {
    private static final Logger LOG = LoggerFactory.getLogger("precinct.drift");

    /** Name of the member of a trace entry that lists the failures. */
    static final String NOTE = "drift";

    /** Most failures that are listed in a log entry, a trace or an answer. */
    private static final int MOST = 20;

    /**
     * Checks a reply, counts and logs its drift, and returns it; null if there is none or the reply is not checked.
     *
     * @param handed the reply that the boundary returned
     * @param clean the same reply without what only the framework may set
     * @param before the reply that the boundary was given
     * @param probed whether the request is probed: then the reply is always checked
     */
    static @Nullable OutputDrift of(Step step, Reply handed, Reply clean, Reply before, Chain chain, boolean probed) {
        boolean reported = chain.verifyOutput != VerifyOutput.OFF;
        boolean denies = step.declaresOk && ErrorReplies.deniesAsData(handed.payload());
        if (step.outputCheck == null || denies || !(reported || probed)) {
            return null;
        }
        List<Failure> failures = step.outputCheck.failures(before, handed, clean);
        if (failures.isEmpty()) {
            return null;
        }
        var drift = new OutputDrift(step, failures);
        if (reported) {
            drift.log(chain.route() == null ? null : chain.route().name());
        }
        return drift;
    }

    private void log(@Nullable String route) {
        if (step.figures.drifted()) {
            LOG.atWarn()
                    .addKeyValue("boundary", step.name)
                    .addKeyValue("bundle", step.deployed.generation().bundle())
                    .addKeyValue("version", step.deployed.generation().version())
                    .addKeyValue("route", route)
                    .log(
                            "{} wrote what does not fit its output_shape: {}; further ones of it are counted only, for"
                                    + " an hour",
                            step.name,
                            String.join("; ", withoutValues()));
        }
    }

    /** The failures without values, for the log: its readers need not be allowed to read the answer. */
    private List<String> withoutValues() {
        return failures.stream()
                .limit(MOST)
                .map(failure -> failure.path() + ": expected " + failure.expected())
                .toList();
    }

    /** Adds the failures to the notes of the crossing's trace entry, and returns the result. */
    Map<String, @Nullable Object> note(@Nullable Map<String, @Nullable Object> already) {
        return Data.mapBuilder()
                .putAll(already == null ? Map.of() : already)
                .put(NOTE, texts())
                .build();
    }

    private List<String> texts() {
        return failures.stream().limit(MOST).map(Failure::text).toList();
    }

    /**
     * The answer 500 in place of the payload. If the request has changed something, a header states that, to prevent a
     * retry.
     *
     * @param committed whether the request has changed something
     * @param refused the reply that is not sent
     */
    Reply refusal(boolean committed, Reply refused) {
        Reply error = ErrorReplies.error(
                500,
                "the boundary " + step.name + " wrote what does not fit its output_shape",
                "output_shape",
                "boundary",
                step.name,
                "failures",
                texts());
        return ErrorReplies.marked(error, committed, refused);
    }
}
