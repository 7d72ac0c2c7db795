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
                        "Cases. find selects by any field, and update changes any. close needs resolution and answers open"
                                + " blockers, children and list items as warnings.")
                .operation("list", "views.list")
                .operation("search", "search.text")
                .operation("get", "tasks.read")
                .operation("find", "search.fields")
                .operation("active", "views.active")
                .operation("today", "views.today")
                .operation("pinned", "views.pinned")
                .operation("urgent", "views.urgent")
                .operation("emergency", "views.emergency")
                .operation("children", "tree.children")
                .operation("progress", "tree.progress")
                .operation("relations", "links.relations")
                .operation("statistics", "statistics.read")
                .operation("create", "tasks.create")
                .operation("update", "tasks.patch")
                .operation("replace", "tasks.replace")
                .operation("set_field", "links.field")
                .operation("start", "lifecycle.start")
                .operation("activate", "lifecycle.activate")
                .operation("park", "lifecycle.park")
                .operation("close", "lifecycle.close")
                .operation("restart", "lifecycle.restart")
                .operation("archive", "lifecycle.archive")
                .operation("archive_completed", "system.archive_completed")
                .operation("undo", "corrections.undo")
                .operation("delete", "tasks.delete")
                .operation("bulk_delete", "tasks.bulk_delete")
                .operation("trash", "trash.list")
                .operation("restore", "trash.restore")
                .operation("pin", "tasks.pin")
                .operation("unpin", "tasks.unpin")
                .operation("touch", "tasks.touch")
                .operation("assign", "links.assign_detective")
                .operation("escalate", "links.escalate")
                .operation("tag", "links.evidence_tag")
                .operation("untag", "links.remove_evidence_tag")
                .operation("link_case", "links.link_case")
                .operation("unlink_case", "links.unlink_case")
                .operation("link", "links.consciousness_links")
                .operation("unlink", "links.remove_consciousness_links")
                .operation("link_memory", "links.link_memory")
                .operation("git_commit", "links.git_commit")
                .operation("repository_context", "links.repository_context")
                .operation("export", "export.case")
                .operation("export_version", "export.version")
                .operation("export_all", "export.all")
                .operation("export_stats", "export.stats")
                .operation("sync_manifest", "sync.manifest")
                .operation("sync_pull", "sync.pull")
                .operation("sync_push", "sync.push")
                .operation("system_status", "system.status")
                .operation("reload_channel", "channel.reload")
                .argument("id", Schema.text().describedAs("task-<uuid>"))
                .argument("q", Schema.text().describedAs("search text"))
                .argument("label", Schema.text().describedAs("one line"))
                .argument("notes", Schema.text().describedAs("Markdown"))
                .argument("status", Schema.text().describedAs("active, parked, completed, archived"))
                .argument("priority", Schema.integer().describedAs("1 to 5, 5 highest"))
                .argument("resolution", Schema.text().describedAs("how it ended"))
                .argument("fields", Schema.text().describedAs("members wanted, by commas"))
                .idempotencyKey()
                .build();
    }
}
