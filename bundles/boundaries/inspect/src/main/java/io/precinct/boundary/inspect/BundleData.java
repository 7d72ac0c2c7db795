package io.precinct.boundary.inspect;

import io.precinct.api.data.Data;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
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
                        bundle.generations().stream().map(BundleData::outcome).toList());
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
                "millis", outcome.millis());
    }
}
