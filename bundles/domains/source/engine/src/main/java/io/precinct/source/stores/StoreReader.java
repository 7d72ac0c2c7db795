package io.precinct.source.stores;

import io.precinct.common.digest.Digests;
import io.precinct.common.secret.UrlSecrets;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.store.EntryForbiddenException;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
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
    private static final int MOST_SKIPPED = 100;
    /** Name for the value of a key with further keys below it, which a file cannot have. */
    private static final String FOLDER_VALUE = "@value";

    private final RepositorySettings settings;
    private final boolean keepsSecrets;
    private final SecretRules secrets;
    private final byte[] digestKey;
    private final NavigableMap<String, StoreFile> masked = new TreeMap<>(PathRules::compare);
    private final NavigableMap<String, StoreFile> clear = new TreeMap<>(PathRules::compare);
    private final Map<String, List<String>> keysOf = new HashMap<>();
    private final Set<String> secretOrigins = new HashSet<>();
    private final Map<String, String> skipped = new TreeMap<>();
    private int fetched;
    private @Nullable EntryForbiddenException forbidden;
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
            page.unreadable().forEach(key -> skipped.put(key, "not_utf8"));
            for (StoreEntry entry : page.entries()) {
                take(store, entry);
            }
            cursor = page.next();
            if (cursor != null && (!cursors.add(cursor) || cursors.size() > MOST_ENTRIES)) {
                throw new StoreException("the store goes on without an end: it gives the same cursor twice");
            }
        } while (cursor != null);
        if (forbidden != null && fetched == 0) {
            throw new StoreException(String.valueOf(forbidden.getMessage()), forbidden);
        }
        maskOtherKeys();
        StoreSnapshot read = snapshot(version);
        tellOmissions(before == null ? null : before.omissions(), read.omissions());
        return read;
    }

    private void take(ParameterStore store, StoreEntry listed) throws StoreException, InterruptedException {
        String key = listed.key();
        if (isFolder(listed)) {
            return;
        }
        String fault = pathFault(key);
        if (fault != null) {
            skipped.put(key, fault);
            return;
        }
        boolean secret = secrets.isSecret(key) || listed.secret();
        byte[] value = listed.value();
        if (value == null && (!secret || keepsSecrets)) {
            StoreEntry got;
            try {
                got = store.get(key);
            } catch (EntryForbiddenException e) {
                forbid(key, e);
                return;
            }
            if (got == null) {
                return;
            }
            fetched++;
            value = got.value();
            secret |= got.secret();
        }
        count(key, value);
        StoreFile shown = secret || value == null ? StoreFile.MASKED : StoreFile.of(withoutUrlSecrets(value));
        masked.put(key, shown);
        if (keepsSecrets && value != null) {
            StoreFile whole = StoreFile.of(value);
            clear.put(key, whole.blob().equals(shown.blob()) ? whole : StoreFile.secret(digestKey, value));
        }
        String origin = listed.origin();
        if (origin != null) {
            keysOf.computeIfAbsent(origin, _ -> new ArrayList<>(1)).add(key);
            if (secret || secrets.isSecret(origin)) {
                secretOrigins.add(origin);
            }
        }
    }

    /** Latin-1 leaves every byte what it is, in whatever encoding the value is; what an address consists of is ASCII. */
    private static byte[] withoutUrlSecrets(byte[] value) {
        String text = new String(value, StandardCharsets.ISO_8859_1);
        String shown = UrlSecrets.mask(text);
        return shown.equals(text) ? value : shown.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Masks what is a secret by another of its keys. */
    private void maskOtherKeys() {
        for (String origin : secretOrigins) {
            for (String key : keysOf.getOrDefault(origin, List.of())) {
                masked.put(key, StoreFile.MASKED);
                clear.computeIfPresent(key, (_, file) -> StoreFile.secret(digestKey, file.bytes()));
            }
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

    /** Its value is masked for everybody: it is there, and nobody has it. */
    private void forbid(String key, EntryForbiddenException reason) throws StoreException {
        count(key, null);
        skipped.put(key, "forbidden");
        forbidden = reason;
        masked.put(key, StoreFile.MASKED);
        clear.put(key, StoreFile.MASKED);
    }

    /** Some stores keep an empty entry for a folder. */
    private static boolean isFolder(StoreEntry entry) {
        byte[] value = entry.value();
        return (entry.key().isEmpty() || entry.key().endsWith("/")) && (value == null || value.length == 0);
    }

    private static @Nullable String pathFault(String key) {
        if (key.length() > LONGEST_KEY || key.chars().filter(c -> c == '/').count() >= DEEPEST) {
            return "too_long";
        }
        try {
            PathRules.check(key);
            return key.isEmpty() ? "bad_path" : null;
        } catch (SourceFault escape) {
            return "bad_path";
        }
    }

    private void tellOmissions(RepositoryStatus.@Nullable Omissions before, RepositoryStatus.Omissions now) {
        if (now.equals(before)) {
            return;
        }
        if (now.skippedCount() > 0) {
            LOG.warn(
                    "repository {}: {} values are left out, such as {}",
                    settings.name(),
                    now.skippedCount(),
                    now.skipped().stream().limit(MOST_NAMED).toList());
        }
        now.warnings().forEach(warning -> LOG.warn("repository {}: {}", settings.name(), warning));
    }

    private RepositoryStatus.Omissions omissions() {
        return new RepositoryStatus.Omissions(
                skipped.entrySet().stream()
                        .limit(MOST_SKIPPED)
                        .map(each -> new RepositoryStatus.Skipped(each.getKey(), each.getValue()))
                        .toList(),
                skipped.size(),
                secrets.unused().stream()
                        .map(glob -> "the glob " + glob + " of secrets matches no key")
                        .toList());
    }

    private StoreSnapshot snapshot(@Nullable String version) {
        StoreCommit everybody = commit(masked, id(masked), false);
        StoreCommit granted = keepsSecrets ? commit(clear, everybody.id(), true) : null;
        return new StoreSnapshot(everybody.id(), everybody, granted, version, omissions(), Instant.now());
    }

    private StoreCommit commit(NavigableMap<String, StoreFile> values, String id, boolean secret) {
        // What is said of secrets is that they are there.
        NavigableMap<String, StoreFile> files = filed(values, secret ? (_, _) -> {} : skipped::put);
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

    /** @param omitted receives keys that are no file, or no part of the document, with the reason */
    private static NavigableMap<String, StoreFile> filed(
            NavigableMap<String, StoreFile> values, BiConsumer<String, String> omitted) {
        var files = new TreeMap<String, StoreFile>(PathRules::compare);
        values.forEach((key, file) -> {
            if (files.putIfAbsent(hasFolder(values, key) ? key + "/" + FOLDER_VALUE : key, file) != null) {
                omitted.accept(key, "clash");
            } else if (!StoreDocument.isText(file.bytes())) {
                omitted.accept(key, "binary");
            }
        });
        return files;
    }

    /** The key whose value is the file at this path. */
    static String keyOf(String path) {
        return path.endsWith("/" + FOLDER_VALUE) ? path.substring(0, path.lastIndexOf('/')) : path;
    }

    /** A digest of the public view, so that it reveals nothing of a secret. */
    static String id(Map<String, StoreFile> files) {
        MessageDigest sha1 = Digests.sha1();
        files.forEach((path, file) -> {
            byte[] name = path.getBytes(StandardCharsets.UTF_8);
            sha1.update((file.blob() + " " + name.length + " ").getBytes(StandardCharsets.US_ASCII));
            sha1.update(name);
        });
        return HexFormat.of().formatHex(sha1.digest());
    }
}
