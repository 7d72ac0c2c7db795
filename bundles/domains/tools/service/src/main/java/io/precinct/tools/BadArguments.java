package io.precinct.tools;

import io.precinct.api.data.Data;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Thrown if arguments cannot be turned into a request. It states every fault, as a refusal of a route does. */
final class BadArguments extends Exception {
    private static final long serialVersionUID = 1L;

    /** Further unknown arguments are counted, but not named. */
    static final int MOST = 20;

    private final transient List<Fault> faults;
    private final transient List<String> allowed;

    /**
     * A fault of an argument.
     *
     * @param argument its name
     * @param code {@code unknown}, {@code required}, {@code type} or {@code value}
     * @param message a sentence
     */
    record Fault(String argument, String code, String message) {
        Map<String, @Nullable Object> toData() {
            return Data.map("argument", argument, "code", code, "message", message);
        }
    }

    /** @param allowed the arguments that the operation accepts */
    BadArguments(List<Fault> faults, Collection<String> allowed) {
        super(sentence(faults), null, false, false);
        this.faults = List.copyOf(faults);
        this.allowed = List.copyOf(allowed);
    }

    private static String sentence(List<Fault> faults) {
        String messages = faults.stream().map(Fault::message).collect(Collectors.joining("; "));
        return faults.size() == 1 ? messages : faults.size() + " faults: " + messages;
    }

    /** Returns the body of the refusal: {@code error, code, errors, allowed}. */
    Map<String, @Nullable Object> toData() {
        List<@Nullable Object> errors = new ArrayList<>();
        faults.forEach(fault -> errors.add(fault.toData()));
        return Data.map(
                "error",
                getMessage(),
                "code",
                "bad_arguments",
                "errors",
                Data.freezeList(errors),
                "allowed",
                Data.freezeList(allowed));
    }
}
