package io.precinct.console.api;

import io.precinct.api.service.Extension;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A view of the console, which has a place in its navigation as long as its bundle is deployed. A view is an ECMAScript
 * module that exports {@code mount}:
 *
 * <pre>{@code
 * /** Shows the view in an element; what it returns is called when the view goes. *}{@code /
 * export function mount(element, console) {
 *   console.get('/inspect/routes').then(({ routes }) => element.append(`${routes.length} routes`));
 *   return () => {};
 * }
 * }</pre>
 *
 * {@code console} offers the service's HTTP API as everybody has it ({@code get}, {@code call}) with the operator's
 * token, if there is one; {@code path}, the part of the address behind the view's own; and {@code navigate}. The module
 * has no other imports and does not write style sheets or scripts into the page, whose policy forbids both: its classes
 * are those of the console's style sheet.
 *
 * <pre>{@code
 * @Component(service = Extension.class)
 * public final class RuntimeView implements ConsoleView {
 *     @Override
 *     public String name() {
 *         return "runtime";
 *     }
 *     …
 * }
 * }</pre>
 *
 * @since 1.0
 */
@ConsumerType
public interface ConsoleView extends Extension {
    /** The kind of extension that views are. */
    String KIND = "console-view";

    @Override
    default String kind() {
        return KIND;
    }

    /** What the navigation calls it: one or two words. Constant. */
    String title();

    /** Its place in the navigation: views with small numbers come first, equal ones by title. Constant. */
    int order();

    /**
     * The module, minified if it is large: the resource {@code view.js} in the package of this class, unless the view says
     * otherwise. Called once, when the view is admitted.
     *
     * @throws IllegalStateException if the bundle lacks it
     */
    default byte[] module() {
        try (InputStream in = getClass().getResourceAsStream("view.js")) {
            if (in == null) {
                throw new IllegalStateException("the bundle of " + getClass().getName() + " lacks view.js");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("view.js cannot be read", e);
        }
    }
}
