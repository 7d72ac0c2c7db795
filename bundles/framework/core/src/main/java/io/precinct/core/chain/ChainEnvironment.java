package io.precinct.core.chain;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.envelope.EnvelopeCatalogue;
import io.precinct.api.envelope.Runtime;
import io.precinct.core.api.chain.Formatters;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.plugin.DeployedResolver;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * What all chains of a snapshot share. Immutable.
 *
 * @param configuration the configuration they were assembled from
 * @param catalogue the envelope catalogue
 * @param runtime the running service
 * @param first injected before the user slots
 * @param gate injected after every user slot; empty or one
 * @param tail after all user slots, in the specified order
 * @param missing names of boundaries that every chain needs and that are not deployed: the gate
 * @param formatters the formatters of the tail
 * @param resolvers late tag resolvers by tag
 * @param strictInput whether input is strict
 * @param verifies whether the tail can verify
 */
public record ChainEnvironment(
        Configuration configuration,
        EnvelopeCatalogue catalogue,
        Runtime runtime,
        List<Step> first,
        List<Step> gate,
        List<Step> tail,
        List<String> missing,
        Formatters formatters,
        Map<String, DeployedResolver> resolvers,
        boolean strictInput,
        boolean verifies) {
    /** Type address of errors: of the shape {@code {error: true}}, which belongs to no boundary. */
    static final String ERROR_TYPE_ADDR = "sha256:"
            + HexFormat.of()
                    .formatHex(Json.digest(Data.map("boundary", "error", "output_shape", Data.map("error", true))));

    boolean uses(long bundleId) {
        return formatters.all().stream().anyMatch(f -> f.generation().bundleId() == bundleId)
                || resolvers.values().stream().anyMatch(r -> r.generation().bundleId() == bundleId);
    }
}
