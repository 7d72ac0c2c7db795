package ${package};

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/** Greets whoever the path names. One instance serves all requests at once: keep its fields immutable or thread-safe. */
@Component
@BoundaryName("${name}") // what routes call it
public final class ${className} implements Boundary {
    @Override
    public Declaration declaration() {
        return Declaration.terminal()
                // Checked before cross() is called; a request that does not fit is a 422 that says where and why.
                .reads("params", Map.of("name", Map.of("matches", "^\\p{L}")))
                // What it promises: /inspect/boundary/${name} and the OpenAPI document are made of both shapes.
                .writes("greeting", Map.of("empty", false))
                .describedAs("Greets whoever the path names.")
                .build();
    }

    @Override
    public Outcome cross(Input input) {
        return Reply.ok(Map.of("greeting", "Hello " + input.params().text("name")));
    }
}
