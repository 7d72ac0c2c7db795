package io.precinct.tools.api;

import io.precinct.api.service.Extension;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A tool: one name under which a program that uses the Model Context Protocol calls several routes. The bundle that
 * owns the routes declares the tool, so the tool appears and disappears with them.
 *
 * <pre>{@code
 * @Component(service = Extension.class)
 * public final class NotesTool implements Tool {
 *     @Override
 *     public ToolDescription description() {
 *         return ToolDescription.named("notes", "Reads and adds notes.")
 *                 .operation("list", "notes.list")
 *                 .operation("add", "notes.add")
 *                 .argument("id", Schema.text().describedAs("Of the case."))
 *                 .build();
 *     }
 * }
 * }</pre>
 *
 * A tool is data: it is read once, when its bundle is admitted.
 */
@ConsumerType
public interface Tool extends Extension {
    /** The kind of extension for tools. */
    String KIND = "tool";

    /** Returns the description of the tool, which must be constant. */
    ToolDescription description();

    @Override
    default String kind() {
        return KIND;
    }

    @Override
    default String name() {
        return description().name();
    }
}
