package io.precinct.deploy.stage;

import io.precinct.common.osgi.UnmetRequirements;
import io.precinct.deploy.leak.LoaderWatch;
import io.precinct.deploy.running.ComponentInspection;
import io.precinct.deploy.verify.PluginJar;
import org.osgi.framework.BundleContext;

/** Stages verified jars in this container. Thread-safe. */
public final class Staging {
    private final BundleContext context;
    private final ComponentInspection components;
    private final UnmetRequirements requirements;
    private final LoaderWatch loaders;

    /**
     * Stages with an inspection that explains why bundles do not run, and a watch for the loaders of removed bundles.
     */
    public Staging(
            BundleContext context,
            ComponentInspection components,
            UnmetRequirements requirements,
            LoaderWatch loaders) {
        this.context = context;
        this.components = components;
        this.requirements = requirements;
        this.loaders = loaders;
    }

    /** A bundle that is to be tried; {@link PreflightCheck#start} installs it. */
    public StagedBundle stage(PluginJar jar, NameClaims names) {
        return new StagedBundle(context, components, requirements, loaders, jar, names);
    }
}
