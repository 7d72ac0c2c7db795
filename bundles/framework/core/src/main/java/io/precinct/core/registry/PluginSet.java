package io.precinct.core.registry;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.config.TagResolver;
import io.precinct.api.envelope.EnvelopeKeys;
import io.precinct.api.format.Formatter;
import io.precinct.api.service.Archetype;
import io.precinct.api.service.Extension;
import io.precinct.core.api.plugin.Generation;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A set of deployed plug-ins for a core without a container, as in the test kit and the benchmarks. Each plug-in is
 * added by name and is a generation of its own. Not thread-safe.
 */
public final class PluginSet {
    private final List<Snapshots.Source> sources = new ArrayList<>();
    private long generation;
    private long revision;

    /** Adds a boundary; it replaces an earlier one of the same name. */
    public PluginSet boundary(String name, Boundary boundary) {
        return add("boundary " + name, CandidateReader.boundary(boundary, Map.of("precinct.boundary.name", name)));
    }

    /** Adds a family of boundaries. */
    public PluginSet family(String name, BoundaryFamily family) {
        return add("family " + name, CandidateReader.family(family, Map.of("precinct.family.name", name)));
    }

    /** Adds a formatter. */
    public PluginSet formatter(String name, int order, Formatter formatter, String... mediaTypes) {
        return add(
                "formatter " + name,
                CandidateReader.formatter(
                        formatter,
                        Map.of(
                                "precinct.formatter.name", name,
                                "precinct.formatter.mediaTypes", mediaTypes,
                                "precinct.formatter.order", order)));
    }

    /** Adds a tag resolver. */
    public PluginSet resolver(String tag, boolean late, TagResolver resolver) {
        return add(
                "resolver " + tag,
                CandidateReader.tag(
                        resolver, Map.of("precinct.tag.value", tag, "precinct.tag.phase", late ? "LATE" : "EARLY")));
    }

    /** Adds an archetype. */
    public PluginSet archetype(String name, Archetype archetype) {
        return add("archetype " + name, CandidateReader.archetype(archetype, Map.of("precinct.archetype.name", name)));
    }

    /** Adds an extension of a domain. */
    public PluginSet extension(Extension extension) {
        return add(extension.kind() + " " + extension.name(), CandidateReader.extension(extension));
    }

    /** Adds keys to the envelope catalogue. */
    public PluginSet keys(EnvelopeKeys keys) {
        return add("keys", CandidateReader.keys(keys));
    }

    /** Removes everything that was added under this label, for example {@code boundary echo}. */
    public PluginSet remove(String label) {
        sources.removeIf(source -> source.generation().location().equals(label));
        return this;
    }

    private PluginSet add(String label, List<Candidate> candidates) {
        generation++;
        sources.add(new Snapshots.Source(
                new Generation(generation, generation, "test." + label.replace(' ', '.'), "0.0.0", label),
                candidates,
                Map.of()));
        return this;
    }

    /** The plug-ins added so far, as a snapshot newer than any taken before. */
    public PluginSnapshot snapshot() {
        return Snapshots.of(sources, ++revision);
    }
}
