package io.precinct.cases.export;

import io.precinct.api.config.TagException;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.launch.Launch;
import io.precinct.rest.api.CasesKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What {@code cases.yml} says of exports: {@code ingest}, the folder they are written to (relative to the file; default
 * {@code ingest} in the data folder), and {@code export.auto}, whether every mutation exports its case. A reload changes
 * both. Thread-safe.
 */
@Component(service = ExportSettings.class)
public final class ExportSettings {
    private static final Logger LOG = LoggerFactory.getLogger(ExportSettings.class);

    private final Path data;
    private final AutoCloseable subscription;
    private volatile Values values;

    private record Values(Path ingest, boolean auto) {}

    /** Follows the configuration. */
    @Activate
    public ExportSettings(BundleContext context, @Reference ConfigurationSource source) {
        String folder = context.getProperty(Launch.DATA_DIR);
        data = Path.of(folder == null ? "data" : folder).toAbsolutePath();
        values = new Values(data.resolve("ingest"), false);
        subscription = source.subscribe(this::configured);
    }

    private ExportSettings(Path ingest, boolean auto) {
        data = ingest;
        values = new Values(ingest, auto);
        subscription = () -> {};
    }

    /** Settings that stay as they are. */
    public static ExportSettings fixed(Path ingest, boolean auto) {
        return new ExportSettings(ingest, auto);
    }

    private void configured(Configuration configuration) {
        try {
            values = read(CasesKeys.read(configuration), configuration.dir());
        } catch (TagException | IOException | IllegalArgumentException e) {
            LOG.warn("{}: exports go on as they were: {}", CasesKeys.file(configuration), e.getMessage());
        }
    }

    private Values read(Map<?, ?> cases, Path dir) {
        Path ingest = switch (cases.get("ingest")) {
            case null -> data.resolve("ingest");
            case String path when !path.isBlank() -> dir.resolve(path).normalize();
            case Object other -> throw new IllegalArgumentException("ingest is a path, got " + other);
        };
        Object export = cases.get("export");
        if (export != null && !(export instanceof Map<?, ?>)) {
            throw new IllegalArgumentException("export is a map {auto: true or false}, got " + export);
        }
        @Nullable Object auto = export instanceof Map<?, ?> map ? map.get("auto") : null;
        if (auto != null && !(auto instanceof Boolean)) {
            throw new IllegalArgumentException("export.auto is true or false, got " + auto);
        }
        return new Values(ingest, Boolean.TRUE.equals(auto));
    }

    /** The folder that artifacts are written to; it may not exist yet. */
    public Path ingest() {
        return values.ingest;
    }

    /** Whether every mutation exports its case. */
    public boolean auto() {
        return values.auto;
    }

    /** Ends following. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
