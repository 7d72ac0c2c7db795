package io.precinct.core.envelope;

import io.precinct.api.envelope.EnvelopeEntry;
import io.precinct.api.envelope.Stage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The envelope keys that the framework itself declares. Types and writers are spelled as in the specification; they
 * name roles of the contract, not Java classes.
 */
final class StandardKeys {
    private static final String BUILD_INPUT = "Dispatch.build_input";
    private static final String INVOKE = "Dispatch.invoke";
    private static final String EXECUTE = "Dispatcher::Chain#execute";
    private static final String BOOT = "Runtime#boot_from_config";
    private static final String SCENARIO = "Scenario#run";

    private StandardKeys() {}

    // @req:envelope-stages
    static List<EnvelopeEntry> all() {
        return List.of(
                request("runtime", "Runtime", BUILD_INPUT, false, "The running service."),
                request("service", "Hash", BUILD_INPUT, false, "Options the request asks of the framework."),
                request("params", "Hash", BUILD_INPUT, false, "Path variables and members of the body."),
                request("query", "Hash", BUILD_INPUT, false, "Query parameters, options of the framework removed."),
                request("headers", "Hash", BUILD_INPUT, false, "Request headers by lower-case name."),
                request("path", "String", BUILD_INPUT, false, "Path of the request, decoded."),
                request("route", "Hash", BUILD_INPUT, false, "The matched route's entry."),
                request("adapter", "String", INVOKE, true, "The adapter that received the request."),
                request("context", "Context", EXECUTE, true, "The request on its way through the chain."),
                request("args", "Hash", EXECUTE, true, "The payload handed to the crossing under way."),
                request(
                        "identity",
                        "caller-provided",
                        null,
                        true,
                        "Who the caller is, where something established it."),
                boot("runtime", "Runtime", "The running service."),
                boot("config_dir", "String", "The folder of the configuration."),
                boot("context", "Context", "The slot that is booted."),
                boot("args", "Hash", "Arguments of the slot."),
                scenario("runtime", "Runtime", false, "The running service."),
                scenario("context", "Context", false, "The run of the scenario."),
                scenario("params", "Hash", true, "Path variables and members of the body."),
                scenario("headers", "Hash", true, "Request headers by lower-case name."));
    }

    private static EnvelopeEntry request(
            String key, String type, @Nullable String writtenBy, boolean optional, String description) {
        return new EnvelopeEntry(key, type, Stage.REQUEST, writtenBy, optional, description);
    }

    private static EnvelopeEntry boot(String key, String type, String description) {
        return new EnvelopeEntry(key, type, Stage.BOOT, BOOT, false, description);
    }

    private static EnvelopeEntry scenario(String key, String type, boolean optional, String description) {
        return new EnvelopeEntry(key, type, Stage.SCENARIO, SCENARIO, optional, description);
    }
}
