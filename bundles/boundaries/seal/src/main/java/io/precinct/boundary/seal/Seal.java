package io.precinct.boundary.seal;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Position;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration.SealPlace;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.RouteInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;

/**
 * Seals the crossings of the chain; it is the last boundary of every chain. The root of a Merkle tree (RFC 9162) with
 * one leaf per crossing is set as the header {@value #HEADER} of every answer. Unless the route is sealed in the header
 * only, it is also added, as {@code _seal}, to the rendered bytes of a JSON object. No time is sealed: equal crossings
 * have equal roots.
 *
 * <p>It also provides the routes that show and prove recent seals, as members of the family {@code inspect}. One
 * component does both, because both use the recent chains. If two components shared them by a service, components of
 * another generation would also find that service during a swap.
 */
@Component(service = {Boundary.class, BoundaryFamily.class})
@BoundaryName("seal")
@FamilyName("inspect")
public final class Seal implements Boundary, BoundaryFamily {
    static final String HEADER = "X-Service-Seal";

    private final RecentChains recent = new RecentChains();
    private final SealProofs proofs = new SealProofs(recent);

    @Override
    public List<Member> members() {
        return proofs.members();
    }

    @Override
    public Declaration declaration() {
        return Declaration.passthrough()
                .at(Position.LAST)
                .capability(Capability.SEAL)
                .describedAs("Commits to every crossing of the chain by one root.")
                .build();
    }

    // @req:seal
    @Override
    public Outcome cross(Input input) {
        ChainContext chain = ChainContext.of(input);
        Reply reply = chain.reply();
        SealedBody body = reply.body() instanceof Body.Rendered rendered ? SealedBody.of(rendered) : null;
        SealedChain sealed = ChainSealer.seal(chain.crossings(), body);
        recent.add(sealed);
        Reply answer = reply.header(HEADER, sealed.root());
        return body != null && body.takesMember() && inBody(chain.route())
                ? answer.body(spliced(body.rendered(), SealJson.json(sealed, withLeaves(chain))))
                : answer;
    }

    private static boolean inBody(@Nullable RouteInfo route) {
        return route == null || route.declaration().seal() == SealPlace.BODY;
    }

    private static boolean withLeaves(ChainContext chain) {
        return chain.options().sealLeaves() || chain.options().trace();
    }

    private static Body spliced(Body.Rendered rendered, String seal) {
        byte[] content = SealJson.splice(rendered.content(), seal);
        return content == null
                ? rendered
                : new Body.Rendered(rendered.mediaType(), content, rendered.formatter(), rendered.payload());
    }
}
