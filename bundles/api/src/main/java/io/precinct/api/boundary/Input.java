package io.precinct.api.boundary;

import io.precinct.api.contract.Contract;
import io.precinct.api.envelope.Context;
import io.precinct.api.envelope.Runtime;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What a boundary may read: the keys of the request envelope and the members of the payload that the previous crossing
 * wrote.
 *
 * <p>Framework keys are always readable. Of the others, strict input allows those that the boundary's input shape
 * declares and throws {@link UndefinedInputError} for the rest; otherwise they fall back to the raw input. Use it
 * during the call only; not thread-safe.
 */
@ProviderType
public interface Input {
    /**
     * The value of a key, or null if it is absent.
     *
     * @throws UndefinedInputError in strict mode, if the key is neither the framework's nor declared
     */
    @Nullable
    Object get(String key);

    /**
     * True if the key is present, whatever its value.
     *
     * @throws UndefinedInputError as {@link #get}
     */
    boolean has(String key);

    /** Path variables and the members of a JSON object body; any other body is the member {@code body}. */
    Fields params();

    /** Query parameters; one given several times is a list. */
    Fields query();

    /** Request headers by lower-case name; one given several times is joined by commas. */
    Fields headers();

    /** The path of the request, decoded. */
    String path();

    /** The route's entry: {@code name, method, path, boundary}. */
    Map<String, @Nullable Object> route();

    /**
     * The contract that the boundary declares, so that a refusal can name what it takes; {@link Contract#NONE} if it
     * declares none.
     *
     * @since 1.2
     */
    default Contract contract() {
        return Contract.NONE;
    }

    /** The payload of the previous crossing; for the first crossing, all of {@code params}. Plain data. */
    @Nullable
    Object payload();

    /** The request as the chain sees it. */
    Context context();

    /** The runtime that serves this request. */
    Runtime runtime();
}
