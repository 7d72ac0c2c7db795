package io.precinct.dependencies.importer;

import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** The part of the tool for the dependency graph that imports what repositories say. */
@Component(service = Extension.class)
public final class ImportsTool implements Tool {
    @Override
    public String name() {
        return "graph.imports";
    }

    @Override
    public ToolDescription description() {
        return ToolDescription.named("graph", "import reads the dependencies that repositories declare.")
                .operation("import", "graph_imports.import")
                .operation("imports", "graph_imports.imports")
                .build();
    }
}
