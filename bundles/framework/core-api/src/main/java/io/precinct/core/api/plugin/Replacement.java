package io.precinct.core.api.plugin;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A name that a deployed bundle has taken from another one with an operator's consent. It goes back to its owner once
 * the bundle is rolled back or removed.
 *
 * @param name {@code <kind> <name>}, as in {@link Admission.Offer#names}
 * @param owner symbolic name of its owner, a bundle
 * @param version of that bundle
 * @since 1.2
 */
public record Replacement(String name, String owner, String version) {
    /**
     * The form in which it is served.
     *
     * @since 1.3
     */
    public static final View<Replacement> VIEW = View.<Replacement>object()
            .with("name", Schema.text().example("boundary echo"), Replacement::name)
            .with("owner", Schema.text().example("io.precinct.boundary.echo"), Replacement::owner)
            .with("version", Schema.text().example("1.0.0"), Replacement::version)
            .named("TakenName");

    /**
     * The data form of {@link #VIEW}.
     *
     * @since 1.3
     */
    public Map<String, @Nullable Object> toData() {
        return VIEW.toData(this);
    }

    /** {@code boundary echo of io.precinct.boundary.echo 1.0.0}. */
    @Override
    public String toString() {
        return name + " of " + owner + " " + version;
    }
}
