package io.precinct.boundary.inspect;

import io.precinct.api.boundary.Declaration;
import java.util.Map;

/** What the members of the family read and write. */
final class Shapes {
    static final Declaration FRAMEWORK_SCHEMA = Declaration.terminal()
            .writes("stages", Map.of("request", true, "boot", true, "scenario", true))
            .describedAs("The catalogue of envelope keys, by stage.")
            .build();

    static final Declaration STAGE = Declaration.terminal()
            .reads("params", Map.of("stage", true))
            .writes("stage", true)
            .writes("entries", true)
            .describedAs("The envelope keys of one stage.")
            .build();

    static final Declaration BOUNDARY = Declaration.terminal()
            .reads("params", Map.of("name", true))
            .writes("name", true)
            .writes("kind", true)
            .writes("input_shape", true)
            .writes("output_shape", true)
            .writes("input_schema", true)
            .writes("output_schema", true)
            .writes("capabilities", true)
            .writes("type_addr", true)
            .writes("bundle", true)
            .writes("version", true)
            .writes("routes", true)
            .writes("tightness", true)
            .describedAs("The manifest of one boundary.")
            .build();

    static final Declaration BOUNDARIES = Declaration.terminal()
            .writes("boundaries", true)
            .writes("problems", true)
            .describedAs("The boundaries that are deployed, and the plug-ins that were left out.")
            .build();

    static final Declaration ROUTES = Declaration.terminal()
            .writes("routes", true)
            .writes("conflicts", true)
            .describedAs("The routes, each with the chain its requests take.")
            .build();

    static final Declaration BUNDLES = Declaration.terminal()
            .writes("bundles", true)
            .writes("outcomes", true)
            .describedAs("The bundles with their generations, and how the last deployments ended.")
            .build();

    static final Declaration CONFIG = Declaration.terminal()
            .writes("errors", true)
            .writes("strict_input", true)
            .writes("loaded_at", true)
            .describedAs("What is wrong with the configuration files as they are now.")
            .build();

    static final Declaration OPENAPI = Declaration.terminal()
            .writes("openapi", Map.of("prefix", "3.1."))
            .writes("info", true)
            .writes("paths", true)
            .writes("components", true)
            .describedAs("The routes as an OpenAPI 3.1 document.")
            .build();

    private Shapes() {}
}
