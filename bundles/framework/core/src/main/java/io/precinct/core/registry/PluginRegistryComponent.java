package io.precinct.core.registry;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.config.TagResolver;
import io.precinct.api.envelope.EnvelopeKeys;
import io.precinct.api.format.Formatter;
import io.precinct.api.service.Archetype;
import io.precinct.api.service.Extension;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.plugin.Plugins;
import org.osgi.annotation.bundle.Requirement;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.namespace.extender.ExtenderNamespace;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * The registry as a component: tells it of every service that is a plug-in. It takes references, not services, because
 * the registry decides when an instance is created, which runs code of the plug-in. It extends the registry, so that
 * all plug-ins that are there already are known to it before anybody else gets it.
 */
@Component(
        service = {Plugins.class, PluginRegistry.class},
        immediate = true)
@Requirement(namespace = ExtenderNamespace.EXTENDER_NAMESPACE, name = "osgi.component", version = "1.5.0")
public final class PluginRegistryComponent extends PluginRegistry {
    /** An empty registry for the bundles of {@code context}'s container. */
    @Activate
    public PluginRegistryComponent(BundleContext context) {
        super(context);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindBoundary(ServiceReference<Boundary> reference) {
        added(reference, CandidateReader::boundary);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindFamily(ServiceReference<BoundaryFamily> reference) {
        added(reference, CandidateReader::family);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindFormatter(ServiceReference<Formatter> reference) {
        added(reference, CandidateReader::formatter);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindResolver(ServiceReference<TagResolver> reference) {
        added(reference, CandidateReader::tag);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindArchetype(ServiceReference<Archetype> reference) {
        added(reference, CandidateReader::archetype);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindHealth(ServiceReference<HealthCheck> reference) {
        added(reference, (health, _) -> CandidateReader.health(health));
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindExtension(ServiceReference<Extension> reference) {
        added(reference, (extension, _) -> CandidateReader.extension(extension));
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindKeys(ServiceReference<EnvelopeKeys> reference) {
        added(reference, (keys, _) -> CandidateReader.keys(keys));
    }

    void unbind(ServiceReference<?> reference) {
        removed(reference);
    }
}
