package io.precinct.graph.checklists;

import io.precinct.api.contract.Schema;
import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** The tool for the checklists of a case, and for the nodes of the knowledge graph in which they are kept. */
@Component(service = Extension.class)
public final class ChecklistsTool implements Tool {
    @Override
    public ToolDescription description() {
        return ToolDescription.named("lists", "Checklists of a case, and nodes of the knowledge graph by slug.")
                .operation("all", "checklists.all")
                .operation("create", "checklists.ensure")
                .operation("execute", "checklists.execute")
                .operation("delete", "checklists.remove")
                .operation("node", "graph.read")
                .operation("write_node", "graph.write")
                .operation("resolve", "graph.resolve")
                .argument("id", Schema.text().describedAs("of the case"))
                .argument("name", Schema.text().describedAs("of the list"))
                .argument(
                        "action",
                        Schema.text().describedAs("of execute: list, add, check, uncheck, update, remove, move, …"))
                .argument(
                        "params", Schema.map(Schema.any()).describedAs("of action: {text}, {item_id} or {item_id, to}"))
                .build();
    }
}
