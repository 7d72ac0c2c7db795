package io.precinct.boundary.enforcedenials;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.core.api.chain.ChainContext;
import org.osgi.service.component.annotations.Component;

/**
 * Stands after every user slot: where the slot denied, the denial becomes the outcome of the gate, which ends the user
 * slots; otherwise the payload goes on as it is. Whether a slot denied by type or by {@code ok: false} in its payload,
 * the chain presents it as one {@link Denial}.
 */
@Component
@BoundaryName("enforce_denials")
public final class EnforceDenials implements Boundary {
    /** One for all requests: the payload of a gate that lets through is not handed on. */
    private static final Reply PASSED = Reply.ok(Data.map("ok", true));

    @Override
    public Declaration declaration() {
        return Declaration.gate()
                .describedAs("Ends the user slots where the one before it denied.")
                .build();
    }

    // @req:chain-gate
    @Override
    public Outcome cross(Input input) {
        Denial denial = ChainContext.of(input).denial();
        return denial == null ? PASSED : denial;
    }
}
