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
        return ToolDescription.named(
                        "notes", "Notes of a case, which record what was found and done. index lists previews.")
                .operation("list", "notes.list")
                .operation("index", "notes.index")
                .operation("get", "notes.read")
                .operation("search", "search.notes")
                .operation("add", "notes.add")
                .operation("edit", "notes.edit")
                .operation("delete", "notes.delete")
                .operation("redact", "corrections.redact")
                .argument("id", Schema.text().describedAs("of the case"))
                .argument("idx", Schema.text().describedAs("index or note_id"))
                .argument("note", Schema.text().describedAs("Markdown"))
                .idempotencyKey()
                .build();
    }
}
