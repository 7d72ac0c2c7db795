package io.precinct.boundary.inspect;

import io.precinct.api.data.Data;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.plugin.Replacement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Bundles and deployments as data. */
final class BundleData {
    private BundleData() {}

    static Map<String, @Nullable Object> of(BundleView bundle) {
        return Data.map(
                "id", bundle.id(),
                "bundle", bundle.bundle(),
                "version", bundle.version(),
                "state", bundle.state(),
                "origin", bundle.origin(),
                "sha256", bundle.sha256(),
                "plugins", bundle.plugins(),
                "generations",
                        bundle.generations().stream().map(BundleData::outcome).toList(),
                "source", bundle.source(),
                "file", bundle.file(),
                "disabled", bundle.disabled(),
                "replaces", replaces(bundle.replaces()));
    }

    static Map<String, @Nullable Object> outcome(Outcome outcome) {
        return Data.map(
                "result", outcome.result().wireName(),
                "bundle", outcome.bundle(),
                "version", outcome.version(),
                "sha256", outcome.sha256(),
                "file", outcome.file(),
                "replaced", outcome.replaced(),
                "reasons", outcome.reasons(),
                "at", outcome.at().toString(),
                "millis", outcome.millis(),
                "replaces", replaces(outcome.replaces()),
                "notes", outcome.notes());
    }

    private static List<Map<String, @Nullable Object>> replaces(List<Replacement> replaces) {
        return replaces.stream()
                .map(one -> Data.map("name", one.name(), "owner", one.owner(), "version", one.version()))
                .toList();
    }
}
