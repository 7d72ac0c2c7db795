package io.precinct.core.api.plugin;

/**
 * A name that a deployed bundle has taken from another one because an operator wanted it so. It goes back to its owner
 * once the bundle is rolled back or taken out.
 *
 * @param name {@code <kind> <name>}, as in {@link Admission.Offer#names}
 * @param owner symbolic name of the bundle that it belongs to
 * @param version of that bundle
 * @since 1.2
 */
public record Replacement(String name, String owner, String version) {
    /** {@code boundary echo of io.precinct.boundary.echo 1.0.0}. */
    @Override
    public String toString() {
        return name + " of " + owner + " " + version;
    }
}
