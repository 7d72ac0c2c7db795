package io.precinct.cases.tool;

import io.precinct.api.contract.Schema;
import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** The tool for the notes of a case. */
@Component(service = Extension.class)
public final class NotesTool implements Tool {
    @Override
    public ToolDescription description() {
        return ToolDescription.named("notes", "Notes of a case, which record what was found and done.")
                .operation("list", "notes.list")
                .operation("add", "notes.add")
                .operation("edit", "notes.edit")
                .operation("delete", "notes.delete")
                .operation("search", "search.notes")
                .argument("id", Schema.text().describedAs("of the case"))
                .argument("note", Schema.text().describedAs("Markdown"))
                .argument("idx", Schema.integer().describedAs("index of a note"))
                .argument("q", Schema.text().describedAs("search text"))
                .idempotencyKey()
                .build();
    }
}
