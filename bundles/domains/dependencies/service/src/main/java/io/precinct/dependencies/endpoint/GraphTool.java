package io.precinct.dependencies.endpoint;

import io.precinct.api.contract.Schema;
import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** The tool for the dependency graph. */
@Component(service = Extension.class)
public final class GraphTool implements Tool {
    @Override
    public ToolDescription description() {
        return ToolDescription.named(
                        "graph", "Which applications, libraries and services depend on which; a node is kind:name.")
                .operation("overview", "dependencies.overview")
                .operation("nodes", "dependencies.nodes")
                .operation("neighbours", "dependencies.neighbours")
                .operation("path", "dependencies.path")
                .operation("impact", "dependencies.impact")
                .operation("edges", "dependencies.edges")
                .operation("diff", "dependencies.diff")
                .operation("add_event", "graph_events.add")
                .argument("node", Schema.text().describedAs("of neighbours and impact"))
                .argument("from", Schema.text().describedAs("dependent node"))
                .argument("to", Schema.text().describedAs("node depended on"))
                .argument("q", Schema.text().describedAs("part of a name"))
                .build();
    }
}
