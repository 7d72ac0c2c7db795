package io.precinct.rest.api;

import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.digest.Digests;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Transaction;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code Idempotency-Key}: the outcome of a mutation is stored in the mutation's own transaction, and returned
 * again if the request is repeated with the same key. Outcomes are kept for seven days, by principal, method and path.
 * Thread-safe.
 */
public final class Idempotency {
    private static final Schema SCHEMA = Schema.of("rest", Idempotency.class, "001-rest.sql");

    private static final int LONGEST_KEY = 255;

    private static final String LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 7))";

    private static final String FIND = "SELECT fingerprint, status, headers, payload FROM rest.outcome"
            + " WHERE principal = ? AND target = ? AND key = ? AND created_at > now() - interval '7 days'";

    /** Also deletes a few expired outcomes, so that no separate cleanup is needed. */
    private static final String KEEP = """
            WITH old AS (
                DELETE FROM rest.outcome WHERE ctid IN (
                    SELECT ctid FROM rest.outcome WHERE created_at <= now() - interval '7 days'
                    ORDER BY created_at LIMIT 20 FOR UPDATE SKIP LOCKED))
            INSERT INTO rest.outcome (principal, target, key, fingerprint, status, headers, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (principal, target, key) DO UPDATE
            SET fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
                payload = excluded.payload, created_at = now()
            WHERE rest.outcome.created_at <= now() - interval '7 days'
            """;

    private static final String TABLE = "SELECT to_regclass('rest.outcome') IS NOT NULL";

    /** No reply has an empty payload: it is JSON. */
    private static final String REDACT = "UPDATE rest.outcome SET headers = '{}', payload = ''"
            + " WHERE payload <> '' AND (position(? in target) > 0 OR position(? in payload) > 0)";

    private final Database rest;
    private volatile boolean ready;

    /** Stores outcomes in the database that all domains share. */
    public Idempotency(Databases databases) {
        rest = databases.open(SCHEMA);
    }

    /**
     * Runs a mutation in one transaction of {@code database}, once for every key.
     *
     * @param mutation replies with plain data; if it throws, nothing is stored
     * @return the reply of the mutation, or the stored reply of the first request with {@code Idempotency-Replayed:
     *     true}
     * @throws Refusal 409 while the first request is in flight, 422 if the key was used with another request, 400 if
     *     the key is invalid
     */
    public Reply write(Database database, Input input, Database.Work<Reply> mutation) {
        String key = key(input);
        if (key == null) {
            return database.write(mutation);
        }
        awaitSchema();
        String target = input.route().get("method") + " " + input.path();
        var slot = new Slot(
                Principal.of(input),
                target.length() <= 500 && Text.storable(target) ? target : Digests.sha256Hex(target),
                key,
                Digests.sha256Hex(Json.compact(
                        Data.list(input.params().map(), input.query().map()))));
        return database.write(transaction -> once(transaction, slot, mutation));
    }

    /**
     * Removes the content of stored outcomes that contain a text, in a transaction. A repeated request is then refused
     * with 409 {@code outcome_redacted}; it is not run again.
     *
     * @param part text that the path or the answer contains, such as the id of a resource
     * @return how many outcomes lost their content
     * @since 1.6
     */
    public static int redact(Transaction transaction, String part) {
        // there is no table before the first request with a key
        boolean kept = transaction.select(TABLE).mapTo(Boolean.class).one();
        return kept ? transaction.execute(REDACT, part, part) : 0;
    }

    private record Slot(String principal, String target, String key, String fingerprint) {}

    private record Kept(String fingerprint, int status, String headers, String payload) {}

    /** Waits for the schema of this class, which is migrated separately from the schema of the caller. */
    private void awaitSchema() {
        if (!ready) {
            rest.read(_ -> 0);
            ready = true;
        }
    }

    private static @Nullable String key(Input input) {
        if (!(input.headers().get("idempotency-key") instanceof String header)) {
            return null;
        }
        String key = header.strip();
        if (key.isEmpty() || key.length() > LONGEST_KEY || !key.chars().allMatch(c -> c >= 32 && c < 127)) {
            throw Refusal.of(
                    400,
                    "bad_idempotency_key",
                    "the header Idempotency-Key is 1 to " + LONGEST_KEY + " printable ASCII characters");
        }
        return key;
    }

    private static Reply once(Transaction transaction, Slot slot, Database.Work<Reply> mutation) {
        String lock = slot.principal + "\n" + slot.target + "\n" + slot.key;
        if (!transaction.select(LOCK, lock).mapTo(Boolean.class).one()) {
            throw inFlight();
        }
        Kept kept = transaction
                .select(FIND, slot.principal, slot.target, slot.key)
                .map((row, _) -> new Kept(row.getString(1), row.getInt(2), row.getString(3), row.getString(4)))
                .findOne()
                .orElse(null);
        if (kept != null) {
            return replayed(kept, slot);
        }
        Reply reply = mutation.on(transaction);
        int stored = transaction.execute(
                KEEP,
                slot.principal,
                slot.target,
                slot.key,
                slot.fingerprint,
                reply.status(),
                Json.compact(headers(reply)),
                Json.compact(reply.payload()));
        if (stored == 0) {
            throw inFlight();
        }
        return reply;
    }

    private static Refusal inFlight() {
        return Refusal.of(
                        409,
                        "idempotency_in_flight",
                        "the first request with this Idempotency-Key has not finished",
                        "retryable",
                        true)
                .header("Retry-After", "1");
    }

    private static Reply replayed(Kept kept, Slot slot) {
        if (!kept.fingerprint.equals(slot.fingerprint)) {
            throw Refusal.of(
                    422, "idempotency_key_reused", "this Idempotency-Key was used for a request with another content");
        }
        if (kept.payload.isEmpty()) {
            throw Refusal.of(
                    409,
                    "outcome_redacted",
                    "the first request with this Idempotency-Key was done (status " + kept.status
                            + "); its answer was removed when a text was redacted, so read the resource instead");
        }
        Headers headers = Headers.NONE;
        for (Map.Entry<String, @Nullable Object> header :
                StoredJson.map(kept.headers).entrySet()) {
            headers = headers.with(header.getKey(), String.valueOf(header.getValue()));
        }
        return Reply.of(kept.status, StoredJson.read(kept.payload))
                .headers(headers)
                .header("Idempotency-Replayed", "true");
    }

    private static Map<String, @Nullable Object> headers(Reply reply) {
        var headers = Data.mapBuilder();
        for (Headers.Entry entry : reply.headers().entries()) {
            if (List.of("etag", "location").contains(entry.name().toLowerCase(Locale.ROOT))) {
                headers.put(entry.name(), entry.value());
            }
        }
        return headers.build();
    }
}
