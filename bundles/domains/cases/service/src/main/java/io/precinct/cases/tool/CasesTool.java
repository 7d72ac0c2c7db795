package io.precinct.cases.tool;

import io.precinct.api.contract.Schema;
import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** The tool for cases. */
@Component(service = Extension.class)
public final class CasesTool implements Tool {
    @Override
    public ToolDescription description() {
        return ToolDescription.named(
                        "cases",
                        "Cases: find, read, create, change. update takes any field of a case; close needs resolution"
                                + " and answers open blockers, children and list items as warnings.")
                .operation("list", "views.list")
                .operation("search", "search.text")
                .operation("get", "tasks.read")
                .operation("create", "tasks.create")
                .operation("update", "tasks.patch")
                .operation("start", "lifecycle.start")
                .operation("park", "lifecycle.park")
                .operation("close", "lifecycle.close")
                .operation("restart", "lifecycle.restart")
                .operation("archive", "lifecycle.archive")
                .operation("delete", "tasks.delete")
                .operation("trash", "trash.list")
                .operation("restore", "trash.restore")
                .operation("pin", "tasks.pin")
                .operation("unpin", "tasks.unpin")
                .argument("id", Schema.text().describedAs("task-<uuid>"))
                .argument("q", Schema.text().describedAs("search text"))
                .argument("label", Schema.text().describedAs("one line"))
                .argument("notes", Schema.text().describedAs("Markdown"))
                .argument("status", Schema.text().describedAs("active, parked, completed, archived"))
                .argument("priority", Schema.integer().describedAs("1 to 5, 5 highest"))
                .argument("resolution", Schema.text().describedAs("how it ended"))
                .argument("fields", Schema.text().describedAs("members wanted, by commas"))
                .argument("cursor", Schema.text().describedAs("next_cursor"))
                .idempotencyKey()
                .build();
    }
}
