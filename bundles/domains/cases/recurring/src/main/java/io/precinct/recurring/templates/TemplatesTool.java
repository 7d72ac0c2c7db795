package io.precinct.recurring.templates;

import io.precinct.api.contract.Schema;
import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** The tool for recurring templates. */
@Component(service = Extension.class)
public final class TemplatesTool implements Tool {
    @Override
    public ToolDescription description() {
        return ToolDescription.named("templates", "Recurring templates, which create cases on a schedule.")
                .operation("list", "recurring.list")
                .operation("search", "recurring.search")
                .operation("upcoming", "recurring.upcoming")
                .operation("get", "recurring.read")
                .operation("instances", "recurring.instances")
                .operation("preview", "recurring.preview")
                .operation("create", "recurring.create")
                .operation("replace", "recurring.replace")
                .operation("delete", "recurring.delete")
                .operation("enable", "recurring.enable")
                .operation("disable", "recurring.disable")
                .operation("trigger", "recurring.trigger")
                .argument("id", Schema.text().describedAs("recurring-<uuid>"))
                .argument("label", Schema.text().describedAs("of its cases"))
                .argument(
                        "schedule",
                        Schema.map(Schema.any()).describedAs("{kind: rrule, cron or after_completion; rule}"))
                .build();
    }
}
