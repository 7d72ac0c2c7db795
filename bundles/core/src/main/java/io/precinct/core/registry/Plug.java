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

/** A plug-in as its registration described it, before a generation gives it a place in the snapshot. */
sealed interface Plug {
    record OfBoundary(
            Boundary boundary,
            Declaration declaration,
            @Nullable RouteDeclaration route,
            String typeAddr) implements Plug {}

    record OfFormatter(Formatter formatter, List<String> mediaTypes, int order) implements Plug {}

    record OfTag(TagResolver resolver, boolean late) implements Plug {}

    record OfArchetype(Archetype archetype) implements Plug {}

    record OfHealth(HealthCheck check) implements Plug {}

    record OfExtension(Extension extension) implements Plug {}

    record OfKeys(List<EnvelopeEntry> entries) implements Plug {}
}
