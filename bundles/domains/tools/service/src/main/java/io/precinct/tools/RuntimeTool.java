package io.precinct.tools;

import io.precinct.api.contract.Schema;
import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** The tool for the runtime itself, which changes nothing. */
@Component(service = Extension.class)
public final class RuntimeTool implements Tool {
    @Override
    public ToolDescription description() {
        return ToolDescription.named(
                        "runtime",
                        "What runs. explain tells why something does or does not work; traffic, how often and how fast.")
                .reading()
                .operation("overview", "operations.front")
                .operation("health", "operations.health")
                .operation("ready", "operations.ready")
                .operation("ready_feature", "operations.ready_feature")
                .operation("status", "operations.status")
                .operation("explain", "operations.explain")
                .operation("traffic", "inspect.traffic")
                .operation("routes", "inspect.routes")
                .operation("boundaries", "inspect.boundaries")
                .operation("boundary", "inspect.boundary")
                .operation("bundles", "inspect.bundles")
                .operation("deployments", "operations.bundles")
                .operation("config", "inspect.config")
                .operation("schema", "inspect.framework_schema")
                .operation("schema_stage", "inspect.framework_schema_stage")
                .operation("seal", "inspect.seal")
                .operation("seal_proof", "inspect.seal_proof")
                .operation("loggers", "operations.loggers")
                .argument("what", Schema.text().describedAs("to explain: request, route, boundary, bundle, incident"))
                .argument("name", Schema.text().describedAs("of a boundary or route"))
                .build();
    }
}
