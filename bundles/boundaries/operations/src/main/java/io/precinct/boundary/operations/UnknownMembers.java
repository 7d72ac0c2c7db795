package io.precinct.boundary.operations;

import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refuses what a body has besides the members of its declaration, which only says what a handler reads. */
final class UnknownMembers {
    private UnknownMembers() {}

    /** Returns a handler that answers 422 if the body has other members than those declared, else as this one. */
    static Member.Handler refused(Member.Handler handler) {
        return input -> {
            Denial denial = denial(input);
            return denial == null ? handler.cross(input) : denial;
        };
    }

    private static @Nullable Denial denial(Input input) {
        Contract contract = input.contract();
        Schema body = contract.body();
        if (body == null) {
            return null;
        }
        List<String> allowed = body.members().keySet().stream().sorted().toList();
        Set<String> variables = contract.names(Parameter.Place.PATH);
        List<String> unknown = input.params().map().keySet().stream()
                .filter(name -> !name.startsWith("_") && !allowed.contains(name) && !variables.contains(name))
                .toList();
        if (unknown.isEmpty()) {
            return null;
        }
        ListBuilder errors = Data.listBuilder();
        for (String name : unknown) {
            errors.add(Data.map(
                    "pointer",
                    "/" + name.replace("~", "~0").replace("/", "~1"),
                    "code",
                    "unknown",
                    "message",
                    "there is no field " + name,
                    "allowed",
                    allowed));
        }
        String takes = allowed.isEmpty() ? "; this takes none" : "; this takes " + String.join(", ", allowed);
        return Denial.of(422, "there is no field " + String.join(", ", unknown) + takes)
                .with("code", "invalid_fields")
                .with("errors", errors.build());
    }
}
