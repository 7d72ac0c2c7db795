package io.precinct.source.stores;

import io.precinct.common.digest.Digests;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StorePage;
import io.precinct.source.git.PathRules;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.settings.StoreSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a whole store once, and masks what it reads. For a single use; not thread-safe. */
final class StoreReader {
    private static final Logger LOG = LoggerFactory.getLogger(StoreReader.class);

    private static final int MOST_ENTRIES = 100_000;
    /** The limit whatever {@code max_bytes} allows: a store is held in memory. */
    static final long MOST_BYTES = 64L << 20;

    private static final int DEEPEST = 64;
    private static final int LONGEST_KEY = 4_096;
    private static final int MOST_NAMED = 5;
    /** Name for the value of a key with further keys below it, which a file cannot have. */
    private static final String FOLDER_VALUE = "@value";

    private final RepositorySettings settings;
    private final boolean keepsSecrets;
    private final SecretRules secrets;
    private final byte[] digestKey;
    private final NavigableMap<String, StoreFile> masked = new TreeMap<>(PathRules::compare);
    private final NavigableMap<String, StoreFile> clear = new TreeMap<>(PathRules::compare);
    private final Set<String> left = new TreeSet<>();
    private long bytes;

    /**
     * A reader.
     *
     * @param digestKey for ids of files that show secrets
     */
    StoreReader(RepositorySettings settings, StoreSettings store, byte[] digestKey) {
        this.settings = settings;
        this.keepsSecrets = !store.grant().isEmpty();
        this.secrets = new SecretRules(store.secrets());
        this.digestKey = digestKey;
    }

    /**
     * Reads the content of the store.
     *
     * @param before the previous content, which is returned with a new time if its version is the same; or null
     */
    StoreSnapshot read(ParameterStore store, @Nullable StoreSnapshot before)
            throws StoreException, InterruptedException {
        // Asked before everything else: what is written meanwhile is read the next time.
        String version = store.version();
        if (before != null && version != null && version.equals(before.version())) {
            return before.at(Instant.now());
        }
        Set<String> cursors = new HashSet<>();
        String cursor = null;
        do {
            StorePage page = store.list("", cursor);
            for (StoreEntry entry : page.entries()) {
                take(store, entry);
            }
            cursor = page.next();
            if (cursor != null && (!cursors.add(cursor) || cursors.size() > MOST_ENTRIES)) {
                throw new StoreException("the store goes on without an end: it gives the same cursor twice");
            }
        } while (cursor != null);
        tellLeft();
        return snapshot(version);
    }

    private void take(ParameterStore store, StoreEntry listed) throws StoreException, InterruptedException {
        String key = listed.key();
        if (isFolder(key)) {
            return;
        }
        if (!isPath(key)) {
            left.add(key);
            return;
        }
        boolean secret = listed.secret() || secrets.isSecret(key);
        byte[] value = listed.value();
        if (value == null && (!secret || keepsSecrets)) {
            StoreEntry got = store.get(key);
            if (got == null) {
                return;
            }
            value = got.value();
            secret |= got.secret();
        }
        count(key, value);
        masked.put(key, secret || value == null ? StoreFile.MASKED : StoreFile.of(value));
        if (keepsSecrets && value != null) {
            clear.put(key, secret ? StoreFile.secret(digestKey, value) : StoreFile.of(value));
        }
    }

    private void count(String key, byte @Nullable [] value) throws StoreException {
        bytes += key.length() + (value == null ? 0 : value.length);
        long most = Math.min(settings.maxBytes(), MOST_BYTES);
        if (bytes > most) {
            throw new StoreException("the store holds more than the " + most
                    + " bytes that max_bytes of source.yml allows" + (most == MOST_BYTES ? " at most" : ""));
        }
        if (masked.size() == MOST_ENTRIES && !masked.containsKey(key)) {
            throw new StoreException(
                    "the store holds more than " + MOST_ENTRIES + " entries: name a url below which there are fewer");
        }
    }

    /** Some stores keep an empty entry for a folder. */
    private static boolean isFolder(String key) {
        return key.isEmpty() || key.endsWith("/");
    }

    private static boolean isPath(String key) {
        try {
            PathRules.check(key);
        } catch (SourceFault escape) {
            return false;
        }
        return key.length() <= LONGEST_KEY && key.chars().filter(c -> c == '/').count() < DEEPEST;
    }

    private void tellLeft() {
        if (!left.isEmpty()) {
            LOG.warn(
                    "repository {}: {} keys cannot be paths and are left out, such as {}",
                    settings.name(),
                    left.size(),
                    left.stream().limit(MOST_NAMED).toList());
        }
    }

    private StoreSnapshot snapshot(@Nullable String version) {
        StoreCommit everybody = commit(masked, id(masked), false);
        StoreCommit granted = keepsSecrets ? commit(clear, everybody.id(), true) : null;
        return new StoreSnapshot(everybody, granted, version, Instant.now());
    }

    private StoreCommit commit(NavigableMap<String, StoreFile> values, String id, boolean secret) {
        NavigableMap<String, StoreFile> files = filed(values);
        if (!hasOwnDocument(files)) {
            byte[] document = StoreDocument.of(files);
            files.put(StoreDocument.PATH, secret ? StoreFile.secret(digestKey, document) : StoreFile.of(document));
        }
        return new StoreCommit(settings.name(), id, settings.grammars(), settings.annotations(), files);
    }

    private static boolean hasOwnDocument(NavigableMap<String, StoreFile> files) {
        return files.containsKey(StoreDocument.PATH) || hasFolder(files, StoreDocument.PATH);
    }

    private static boolean hasFolder(NavigableMap<String, StoreFile> files, String path) {
        String next = files.ceilingKey(path + "/");
        return next != null && next.startsWith(path + "/");
    }

    private static NavigableMap<String, StoreFile> filed(NavigableMap<String, StoreFile> values) {
        var files = new TreeMap<String, StoreFile>(PathRules::compare);
        values.forEach((key, file) -> files.putIfAbsent(hasFolder(values, key) ? key + "/" + FOLDER_VALUE : key, file));
        return files;
    }

    /** A digest of the public view, so that it reveals nothing of a secret. */
    private static String id(Map<String, StoreFile> files) {
        MessageDigest sha1 = Digests.sha1();
        files.forEach((path, file) -> {
            byte[] name = path.getBytes(StandardCharsets.UTF_8);
            sha1.update((file.blob() + " " + name.length + " ").getBytes(StandardCharsets.US_ASCII));
            sha1.update(name);
        });
        return HexFormat.of().formatHex(sha1.digest());
    }
}
