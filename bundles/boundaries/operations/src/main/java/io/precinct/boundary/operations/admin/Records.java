package io.precinct.boundary.operations.admin;

import io.precinct.api.data.Data;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.plugin.Replacement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deployments and bundles as plain data. */
public final class Records {
    private Records() {}

    /** {@code result, bundle, version, sha256, file, replaced, reasons, at, millis, replaces, notes}. */
    public static Map<String, @Nullable Object> of(Outcome outcome) {
        return Data.map(
                "result", outcome.result().wireName(),
                "bundle", outcome.bundle(),
                "version", outcome.version(),
                "sha256", outcome.sha256().isEmpty() ? null : outcome.sha256(),
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

    /** {@code id, bundle, version, state, origin, sha256, plugins, generations, source, file, disabled, replaces}. */
    public static Map<String, @Nullable Object> of(BundleView view) {
        return Data.map(
                "id", view.id(),
                "bundle", view.bundle(),
                "version", view.version(),
                "state", view.state(),
                "origin", view.origin(),
                "sha256", view.sha256(),
                "plugins", view.plugins(),
                "generations", view.generations().stream().map(Records::of).toList(),
                "source", view.source(),
                "file", view.file(),
                "disabled", view.disabled(),
                "replaces", replaces(view.replaces()));
    }
}
