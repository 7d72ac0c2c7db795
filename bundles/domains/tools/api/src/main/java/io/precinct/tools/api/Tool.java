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
 *
 * <p>A bundle whose routes belong to the tool of another bundle declares a part of that tool: its description has the
 * name of the tool, and {@link #name()} is that name, a dot and a word of its own, such as {@code notes.archive}. The
 * tool then has the operations and arguments of all its parts, and their sentences one after the other: first those of
 * the part that has the tool's name, then those of the others by name. If two parts have an operation of one name, the
 * first one counts, and that is logged. A tool changes nothing if none of its parts does.
 *
 * <pre>{@code
 * @Override
 * public String name() {
 *     return "notes.archive";
 * }
 *
 * @Override
 * public ToolDescription description() {
 *     return ToolDescription.named("notes", "old lists the notes of archived cases.")
 *             .operation("old", "archive.notes")
 *             .build();
 * }
 * }</pre>
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

    /** The name of the tool, or of the part of one. */
    @Override
    default String name() {
        return description().name();
    }
}
