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
        return ToolDescription.named("runtime", "What runs: health, routes, boundaries, bundles, configuration.")
                .reading()
                .operation("health", "operations.health")
                .operation("routes", "inspect.routes")
                .operation("boundary", "inspect.boundary")
                .operation("bundles", "inspect.bundles")
                .operation("config", "inspect.config")
                .argument("name", Schema.text().describedAs("of a boundary"))
                .build();
    }
}
