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
 * A payload that is not what its boundary declares.
 *
 * @param failures at least one, in the order of the shape
 */
record OutputDrift(Step step, List<Failure> failures) {
    private static final Logger LOG = LoggerFactory.getLogger("precinct.drift");

    /** Name of the member of a trace entry that lists the failures. */
    static final String NOTE = "drift";

    /** Nobody reads further. */
    private static final int MOST = 20;

    /**
     * How a payload differs from what its boundary declares, counted and logged; null where it does not, or nobody asks.
     *
     * @param clean the same without what is the framework's alone
     * @param before what the boundary was handed
     * @param probed whether the request is probed: then it is asked in every case
     */
    static @Nullable OutputDrift of(Step step, Reply handed, Reply clean, Reply before, Chain chain, boolean probed) {
        boolean told = chain.verifyOutput() != VerifyOutput.OFF;
        boolean denies = step.declaresOk && ErrorReplies.deniesAsData(handed.payload());
        if (step.outputCheck == null || denies || !(told || probed)) {
            return null;
        }
        List<Failure> failures = step.outputCheck.failures(before, handed, clean);
        if (failures.isEmpty()) {
            return null;
        }
        var drift = new OutputDrift(step, failures);
        if (told) {
            drift.tell(chain.route() == null ? null : chain.route().name());
        }
        return drift;
    }

    private void tell(@Nullable String route) {
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

    /** A log is read by others than the answer, so that no value of it stands there. */
    private List<String> withoutValues() {
        return failures.stream()
                .limit(MOST)
                .map(failure -> failure.path() + ": expected " + failure.expected())
                .toList();
    }

    /** What the trace entry of the crossing says, beside what it says already. */
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
     * 500 in place of the payload. Where the request has changed something it says so, lest somebody retries it by
     * mistake.
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
