package io.precinct.boundary.echo;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import org.osgi.service.component.annotations.Component;

/** Answers with the parameters of the request: {@code echoed} is the whole map of {@code params}. */
@Component
@BoundaryName("echo")
public final class Echo implements Boundary {
    @Override
    public Declaration declaration() {
        return Declaration.terminal()
                .reads("params", true)
                .writes("echoed", true)
                .takes(Schema.map(Schema.any()).example(Data.map("language", "en")))
                .answers(Answer.ok("What was sent.", Schema.object().with("echoed", Schema.map(Schema.any()))))
                .describedAs("Answers with the parameters it was sent.")
                .build();
    }

    @Override
    public Outcome cross(Input input) {
        return Reply.ok(Data.map("echoed", input.params().map()));
    }
}
