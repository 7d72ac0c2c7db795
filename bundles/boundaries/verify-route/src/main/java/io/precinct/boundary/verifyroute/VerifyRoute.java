package io.precinct.boundary.verifyroute;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Position;
import io.precinct.api.data.Data;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;

/**
 * The shape probe: compares the real answer to a request with declared scenarios, if the request has the verify option.
 * The option names one scenario, or is {@value #ALL} for all scenarios of the route. {@code record:<name>} writes a new
 * scenario instead, if the service allows that.
 *
 * <p>If all scenarios pass, the answer keeps its status and gets {@code _verify}; if one fails, the answer becomes a
 * 422. The effects of the request remain in either case.
 */
@Component
@BoundaryName("verify_route")
public final class VerifyRoute implements Boundary {
    private static final String ALL = "route";

    private final CompiledScenarios compiled = new CompiledScenarios();

    @Override
    public Declaration declaration() {
        return Declaration.passthrough()
                .at(Position.LAST)
                .capability(Capability.VERIFY)
                .describedAs("Compares the answer with scenarios of the route, where the request asks for it.")
                .build();
    }

    // @req:probe-real-output
    @Override
    public Outcome cross(Input input) throws IOException {
        ChainContext chain = ChainContext.of(input);
        String option = chain.options().verify();
        if (option == null) {
            chain.skip("not requested");
            return chain.reply();
        }
        String refused = refused(chain);
        if (refused != null) {
            chain.skip(refused);
            return chain.reply();
        }
        var answer = new ProbeAnswer(chain, option);
        List<Result> drifted = Result.drifted(chain.crossings());
        return Recording.isRequested(chain.configuration(), option) && drifted.isEmpty()
                ? Recording.answer(chain, answer)
                : probe(chain, answer, drifted);
    }

    /** Why there is no answer to verify, or null; refusals and errors are answered unchanged. */
    private static @Nullable String refused(ChainContext chain) {
        if (chain.halted()) {
            return "halted";
        }
        if (chain.route() == null) {
            return "no route";
        }
        int status = chain.reply().status();
        return status >= 400 ? "status " + status : null;
    }

    /** Runs the scenarios; a payload that differs from what its boundary declares is a failing result as well. */
    private Outcome probe(ChainContext chain, ProbeAnswer answer, List<Result> drifted) {
        List<Scenario> selected = select(chain.scenarios(), answer.option());
        if (selected.isEmpty() && drifted.isEmpty()) {
            return answer.noScenarios();
        }
        var subject = ComparedPayload.of(chain.reply());
        List<Result> results = new ArrayList<>(drifted);
        selected.forEach(scenario -> results.add(Result.of(scenario, subject, compiled)));
        List<Result> failed =
                results.stream().filter(result -> !result.passed()).toList();
        chain.note(Data.map("verify", Data.map("passed", results.size() - failed.size(), "failed", failed.size())));
        return failed.isEmpty() ? answer.verified(results) : answer.mismatch(failed);
    }

    // @req:probe-one-or-route
    private static List<Scenario> select(List<Scenario> scenarios, String option) {
        return option.equals(ALL)
                ? scenarios
                : scenarios.stream()
                        .filter(scenario -> scenario.name().equals(option))
                        .limit(1)
                        .toList();
    }
}
