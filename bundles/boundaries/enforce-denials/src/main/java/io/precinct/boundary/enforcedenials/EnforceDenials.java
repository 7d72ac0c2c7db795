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
 * The gate after every user slot. If the slot denied, the gate returns its denial, which ends the user slots; otherwise
 * the payload passes unchanged. The chain presents a denial by type and a denial by {@code ok: false} in the payload
 * alike, as a {@link Denial}.
 */
@Component
@BoundaryName("enforce_denials")
public final class EnforceDenials implements Boundary {
    /** Shared by all requests: the payload of a gate that passes is not used. */
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
