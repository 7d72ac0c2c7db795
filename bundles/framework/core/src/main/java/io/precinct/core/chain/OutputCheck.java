package io.precinct.core.chain;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Kind;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MapBuilder;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.chain.ReservedMembers;
import io.precinct.shapes.CompiledShape;
import io.precinct.shapes.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks the reply of a boundary: the payload of a terminal boundary must match its output shape, and a passthrough
 * must keep the payload it was given. A payload that is not a map is checked as the member {@code body}, as the probe
 * does. Raw bodies are inspected for reserved members only, and errors (status 300 and above) are not checked. Prepared
 * once per step; immutable.
 *
 * @param shape null for a passthrough
 */
record OutputCheck(@Nullable CompiledShape shape) {
    private static final String PASSED_ON = "the payload before, passed on";
    private static final String NO_MEMBER_OF_THE_FRAMEWORK = "no member of the framework's";
    private static final String DROPPED = "one, which was dropped";
    private static final String NO_HEADER_OF_THE_FRAMEWORK = "no header of the framework's";
    private static final String NO_HEADER_OF_BYTES = "no header about bytes that the framework writes";

    /** Headers about the bytes of a body (RFC 9110 §8.4, §14.4, RFC 9530), which plain data does not have yet. */
    private static final List<String> OF_BYTES =
            List.of("Content-Encoding", "Content-Range", "Content-MD5", "Content-Digest", "Repr-Digest");

    /** The check of a step; null for a gate, and in the tail, whose replies are the framework's own. */
    static @Nullable OutputCheck of(Step.Slot slot, Declaration declaration) {
        if (slot == Step.Slot.TAIL || declaration.kind() == Kind.GATE) {
            return null;
        }
        Shape.Fields written = declaration.outputShape();
        return new OutputCheck(written == null ? null : CompiledShape.compile(written, fault -> {}));
    }

    /**
     * The differences between {@code handed} and what was declared; empty, without an allocation, if there are none.
     *
     * @param before the reply that the boundary was given
     * @param handed the reply that it returned
     * @param clean the result of {@link #cleared}: the same object as {@code handed} if there was nothing to clear
     */
    @SuppressWarnings("ReferenceEquality") // the same object means that nothing was found
    List<Failure> failures(Reply before, Reply handed, Reply clean) {
        if (handed.status() >= 300) {
            return List.of();
        }
        List<Failure> failures = shape == null ? changes(before.body(), handed.body()) : mismatches(shape, handed);
        return clean == handed ? failures : withReserved(failures, before, handed, clean);
    }

    private static List<Failure> mismatches(CompiledShape shape, Reply handed) {
        if (handed.body().raw()) {
            return List.of();
        }
        Object payload = handed.payload();
        return payload instanceof Map<?, ?> ? shape.failures(payload) : shape.failuresIn(new Alone(payload));
    }

    /** A payload that is not a map, as the member {@code body}. */
    private record Alone(@Nullable Object payload) implements CompiledShape.Members {
        @Override
        public @Nullable Object get(String key) {
            return has(key) ? payload : null;
        }

        @Override
        public boolean has(String key) {
            return key.equals("body");
        }
    }

    /** The members that a passthrough lost or changed. A passthrough may add members of its own. */
    private static List<Failure> changes(Body before, Body after) {
        if (before.raw() || after == before) {
            return List.of(); // a passthrough may wrap a stream
        }
        if (after.raw()) {
            return List.of(Failure.of("(root)", PASSED_ON, "a raw body"));
        }
        Object old = before.payload();
        Object now = after.payload();
        if (old instanceof Map<?, ?> members && now instanceof Map<?, ?> kept) {
            return lost(members, kept);
        }
        Object wrapped = now instanceof Map<?, ?> map && !(old instanceof Map<?, ?>) ? map.get("body") : null;
        return Objects.equals(old, now) || (wrapped != null && wrapped.equals(old))
                ? List.of()
                : List.of(Failure.of("(root)", PASSED_ON, now));
    }

    @SuppressWarnings("ReferenceEquality") // usually the same objects are passed on, so equals need not compare them
    private static List<Failure> lost(Map<?, ?> before, Map<?, ?> after) {
        List<Failure> failures = List.of();
        for (Map.Entry<?, ?> member : before.entrySet()) {
            Object now = after.get(member.getKey());
            Object old = member.getValue();
            if (now == old ? old == null && !after.containsKey(member.getKey()) : !Objects.equals(now, old)) {
                failures = failures.isEmpty() ? new ArrayList<>() : failures;
                String name = String.valueOf(member.getKey());
                failures.add(
                        after.containsKey(member.getKey()) ? Failure.of(name, old, now) : Failure.missing(name, old));
            }
        }
        return failures;
    }

    private static boolean holdsReserved(Map<?, ?> map) {
        // By index: an iterator would be garbage on every request.
        for (int i = 0; i < ReservedMembers.NAMES.size(); i++) {
            if (map.containsKey(ReservedMembers.NAMES.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** Adds the reserved members and headers. A passthrough may keep a reserved member that a client had sent. */
    @SuppressWarnings("ReferenceEquality") // the same object means that nothing was found
    private List<Failure> withReserved(List<Failure> failures, Reply before, Reply handed, Reply clean) {
        List<Failure> all = new ArrayList<>(failures);
        for (Headers.Entry header : handed.headers().entries()) {
            if (ReservedMembers.isHeader(header.name())) {
                all.add(dropped(header.name(), NO_HEADER_OF_THE_FRAMEWORK));
            } else if (!handed.body().raw() && isOfBytes(header.name())) {
                all.add(dropped(header.name(), NO_HEADER_OF_BYTES));
            }
        }
        if (handed.body().raw() && handed.body() != clean.body()) {
            all.add(dropped("(raw body)", NO_MEMBER_OF_THE_FRAMEWORK));
        }
        if (!(handed.payload() instanceof Map<?, ?> map)) {
            return all;
        }
        for (String name : ReservedMembers.NAMES) {
            boolean passedOn = shape == null && before.payload() instanceof Map<?, ?> old && old.containsKey(name);
            if (map.containsKey(name) && !passedOn) {
                all.add(dropped(name, NO_MEMBER_OF_THE_FRAMEWORK));
            }
        }
        return all;
    }

    /** A failure without the dropped value, which must not appear in traces and refusals either. */
    private static Failure dropped(String name, String expected) {
        return new Failure(name, Json.compact(expected), DROPPED);
    }

    /** The same denial without anything that only the framework may set. */
    @SuppressWarnings("ReferenceEquality") // the same object means that nothing was found
    static Denial cleared(Denial handed) {
        Headers headers = withoutReserved(handed.headers(), false);
        boolean forged = holdsReserved(handed.details());
        if (!forged && headers == handed.headers()) {
            return handed;
        }
        Map<String, @Nullable Object> details = forged ? withoutReserved(handed.details()) : handed.details();
        return new Denial(handed.status(), handed.error(), handed.failedRequirement(), details, headers);
    }

    /**
     * The same reply without anything that only the framework may set: without reserved headers and members, without a
     * body that claims to be rendered already, and, if the framework renders it, without headers about its bytes. Members are dropped from the bytes of a raw JSON body too. A
     * streamed body is not read.
     *
     * @param before the reply that the boundary was given; its raw body is not inspected again
     */
    @SuppressWarnings("ReferenceEquality") // the same object means that nothing was found
    static Reply cleared(Reply before, Reply handed) {
        Headers headers = withoutReserved(handed.headers(), handed.body().raw());
        Reply kept = headers == handed.headers() ? handed : handed.headers(headers);
        Body body = kept.body();
        if (body instanceof Body.Bytes raw) {
            return body == before.body() ? kept : withoutReserved(kept, raw);
        }
        if (body.raw()) {
            return kept;
        }
        Object payload = body.payload();
        if (payload instanceof Map<?, ?> map && holdsReserved(map)) {
            return kept.payload(withoutReserved(map));
        }
        return body instanceof Body.Rendered ? kept.payload(payload) : kept;
    }

    @SuppressWarnings("ReferenceEquality") // the same object means that nothing was found
    private static Reply withoutReserved(Reply kept, Body.Bytes raw) {
        byte[] content = ReservedMembers.dropped(raw.mediaType(), raw.content(), name -> true);
        return content == raw.content() ? kept : kept.body(Body.bytes(raw.mediaType(), content));
    }

    private static Map<String, @Nullable Object> withoutReserved(Map<?, ?> map) {
        MapBuilder members = Data.mapBuilder();
        map.forEach((key, value) -> {
            if (!ReservedMembers.NAMES.contains(String.valueOf(key))) {
                members.put(String.valueOf(key), value);
            }
        });
        return members.build();
    }

    /**
     * The headers that boundaries may set.
     *
     * @param raw whether a boundary wrote the bytes of the body
     * @return the same object if there is nothing to leave out
     */
    static Headers withoutReserved(Headers headers, boolean raw) {
        List<Headers.Entry> entries = headers.entries();
        for (int i = 0; i < entries.size(); i++) {
            if (isReserved(entries.get(i).name(), raw)) {
                return new Headers(entries.stream()
                        .filter(header -> !isReserved(header.name(), raw))
                        .toList());
            }
        }
        return headers;
    }

    private static boolean isReserved(String name, boolean raw) {
        return ReservedMembers.isHeader(name) || !raw && isOfBytes(name);
    }

    private static boolean isOfBytes(String name) {
        for (int i = 0; i < OF_BYTES.size(); i++) {
            if (OF_BYTES.get(i).equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }
}
