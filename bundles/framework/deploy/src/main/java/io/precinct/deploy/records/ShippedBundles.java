package io.precinct.deploy.records;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.core.api.plugin.Admission;
import io.precinct.deploy.store.DeploymentFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bundles of the distribution that a deployment replaced, so that a rollback can bring them back. They are recorded
 * in a file for the lifetime of the container, which may outlive the deployer; the next container starts with the
 * distribution as it is. Thread-safe.
 */
public final class ShippedBundles {
    private static final Logger LOG = LoggerFactory.getLogger(ShippedBundles.class);
    private static final String IN_PLACE = "reference:";

    private final DeploymentFolder folder;
    private final String container;
    private final Path file;
    private final Map<String, Original> replaced = new ConcurrentHashMap<>();
    private final Map<Long, String> hashes = new ConcurrentHashMap<>();

    /** A bundle of the distribution that was replaced; its jar is kept in the store. */
    public record Original(String bundle, String version, String sha256) {}

    /**
     * The bundles of this container that were replaced, as recorded by an earlier instance of the deployer.
     *
     * @param container UUID of the framework ({@link Constants#FRAMEWORK_UUID}); records of another framework are
     *     ignored
     */
    public ShippedBundles(DeploymentFolder folder, String container) {
        this.folder = folder;
        this.container = container;
        this.file = folder.file("replaced.json");
        read();
    }

    private void read() {
        if (!Files.exists(file)) {
            return;
        }
        try {
            Map<String, @Nullable Object> data = StoredFile.read(Files.readString(file));
            if (container.equals(data.get("container")) && data.get("replaced") instanceof List<?> list) {
                for (Object one : list) {
                    Map<?, ?> original = (Map<?, ?>) one;
                    String bundle = StoredFile.text(original, "bundle");
                    String version = StoredFile.text(original, "version");
                    replaced.put(bundle, new Original(bundle, version, StoredFile.text(original, "sha256")));
                }
            }
        } catch (IOException | ClassCastException e) {
            LOG.warn("{} cannot be read; bundles it names find no way back to what was shipped", file, e);
        }
    }

    private synchronized void write() throws IOException {
        List<Map<String, @Nullable Object>> all = replaced.values().stream()
                .map(one -> Data.map("bundle", one.bundle(), "version", one.version(), "sha256", one.sha256()))
                .toList();
        StoredFile.replace(file, Json.compactBytes(Data.map("container", container, "replaced", all)));
    }

    /** The replaced bundles, in no particular order. */
    public Collection<Original> originals() {
        return List.copyOf(replaced.values());
    }

    /** Whether a bundle belongs to the distribution, as opposed to a deployed one. */
    public static boolean is(Bundle bundle) {
        return !bundle.getLocation().startsWith(Admission.STAGED);
    }

    /** Keeps the jar of a bundle that is about to be replaced. */
    public void remember(Bundle bundle) throws IOException {
        Path jar = jarOf(bundle);
        if (jar == null) {
            LOG.warn("the jar of {} is not a file, so no rollback can bring it back: {}", bundle, bundle.getLocation());
            return;
        }
        String sha256 = DeploymentFolder.hash(jar);
        folder.copyIn(jar, sha256);
        String name = bundle.getSymbolicName();
        replaced.put(name, new Original(name, bundle.getVersion().toString(), sha256));
        write();
    }

    /** The bundle of this name as shipped with the distribution, if it was replaced during this process. */
    @Nullable
    public Original original(String bundle) {
        return replaced.get(bundle);
    }

    /** Hashes of the jars kept for the originals. */
    public Set<String> kept() {
        return replaced.values().stream().map(Original::sha256).collect(Collectors.toSet());
    }

    /** SHA-256 of the jar of a bundle of the distribution, or null if there is no such file. Read once. */
    @Nullable
    public String hash(Bundle bundle) {
        String known = hashes.get(bundle.getBundleId());
        Path jar = known == null ? jarOf(bundle) : null;
        if (jar == null) {
            return known;
        }
        try {
            String sha256 = DeploymentFolder.hash(jar);
            hashes.put(bundle.getBundleId(), sha256);
            return sha256;
        } catch (IOException e) {
            LOG.debug("{} cannot be read", jar, e);
            return null;
        }
    }

    /** The file a bundle was installed from, or null. */
    private static @Nullable Path jarOf(Bundle bundle) {
        String location = bundle.getLocation();
        String plain = location.startsWith(IN_PLACE) ? location.substring(IN_PLACE.length()) : location;
        try {
            Path path = plain.startsWith("file:") ? Path.of(URI.create(plain).getPath()) : Path.of(plain);
            return Files.isRegularFile(path) ? path : null;
        } catch (IllegalArgumentException e) {
            LOG.debug("{} is no file", location, e);
            return null;
        }
    }
}
