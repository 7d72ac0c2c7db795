package io.precinct.core.registry;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.config.TagResolver;
import io.precinct.api.envelope.EnvelopeEntry;
import io.precinct.api.format.Formatter;
import io.precinct.api.service.Archetype;
import io.precinct.api.service.Extension;
import io.precinct.api.service.HealthCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plug-in as its registration describes it, not yet bound to a generation. */
sealed interface DescribedPlugin {
    record OfBoundary(
            Boundary boundary,
            Declaration declaration,
            @Nullable RouteDeclaration route,
            String typeAddr) implements DescribedPlugin {}

    record OfFormatter(Formatter formatter, List<String> mediaTypes, int order) implements DescribedPlugin {}

    record OfTag(TagResolver resolver, boolean late) implements DescribedPlugin {}

    record OfArchetype(Archetype archetype) implements DescribedPlugin {}

    record OfHealth(HealthCheck check) implements DescribedPlugin {}

    record OfExtension(Extension extension) implements DescribedPlugin {}

    record OfKeys(List<EnvelopeEntry> entries) implements DescribedPlugin {}
}
