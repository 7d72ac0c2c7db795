package io.precinct.cases.record;

import io.precinct.api.boundary.Input;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.api.Cases.Author;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why cases change: who asked for it, and by which request. Events contain it, so that a client recognises the events
 * of its own requests.
 *
 * @param actor who makes the change
 * @param request the {@code traceparent} of the request (W3C Trace Context, §3.2), or null for work of the service
 *     itself
 * @param key the {@code Idempotency-Key} of the request, or null
 */
public record Cause(
        Actor actor, @Nullable String request, @Nullable String key) {
    /** Returns the cause of changes by a request to an endpoint that takes no {@code Idempotency-Key}. */
    public static Cause of(Input input) {
        Actor actor = Actor.of(input);
        return by(actor, Author.of(actor.name(), input));
    }

    /** Returns the cause of changes by a request to an endpoint that takes an {@code Idempotency-Key}. */
    public static Cause once(Input input) {
        Actor actor = Actor.of(input);
        return by(actor, Author.once(actor.name(), input));
    }

    /** Returns the cause of changes that another domain makes, which knows its callers by name only. */
    public static Cause of(Author author) {
        return by(Actor.local(author.name()), author);
    }

    /** Returns the cause of changes that the service makes without a request. */
    public static Cause background(Actor actor) {
        return new Cause(actor, null, null);
    }

    private static Cause by(Actor actor, Author author) {
        return new Cause(actor, author.request(), author.key());
    }

    /** Returns the data of an event about a change: {@code actor, request, key}, then these members. */
    public Map<String, @Nullable Object> event(Map<String, @Nullable Object> members) {
        MapBuilder data = Data.mapBuilder();
        data.put("actor", actor.name());
        data.put("request", request);
        data.put("key", key);
        return data.putAll(members).build();
    }
}
