package io.precinct.cases.tool;

import io.precinct.api.contract.Schema;
import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** The tool for the stack of current cases. */
@Component(service = Extension.class)
public final class StackTool implements Tool {
    @Override
    public ToolDescription description() {
        return ToolDescription.named(
                        "stack",
                        "What you work on: the current case is the top. resume tells where you were, and what changed since an"
                                + " event. interrupt creates a case on top; back leaves the top; complete closes it.")
                .operation("resume", "resume.read")
                .operation("current", "stack.current")
                .operation("list", "stack.stack")
                .operation("interrupt", "stack.interrupt")
                .operation("back", "stack.back")
                .operation("complete", "stack.complete")
                .operation("refresh_channel", "channel.refresh")
                .argument("id", Schema.text().describedAs("of back, complete: expected on top"))
                .argument("since", Schema.integer().describedAs("event of the last resume"))
                .argument("label", Schema.text().describedAs("of the new case"))
                .argument("resolution", Schema.text().describedAs("how it ended"))
                .idempotencyKey()
                .build();
    }
}
