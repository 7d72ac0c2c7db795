package io.precinct.source.api;

import io.precinct.api.data.Data;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why live source cannot answer, with the parts of its answer: {@code {error, code, …}}. */
public final class SourceFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final transient Map<String, @Nullable Object> members;

    private SourceFault(int status, String code, String message, Map<String, @Nullable Object> members) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.members = members;
    }

    /**
     * A fault.
     *
     * @param members further members of the answer as pairs of key and value, plain data: {@code available}, {@code detail}
     */
    public static SourceFault of(int status, String code, String message, @Nullable Object... members) {
        return new SourceFault(status, code, message, Data.map(members));
    }

    /** HTTP status. */
    public int status() {
        return status;
    }

    /** For machines: {@code unknown_ref}. */
    public String code() {
        return code;
    }

    /** Further members of the answer. */
    public Map<String, @Nullable Object> members() {
        return members == null ? Map.of() : members;
    }
}
