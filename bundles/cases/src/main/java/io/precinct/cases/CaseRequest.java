package io.precinct.cases;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.shape.Shape;
import io.precinct.cases.record.Dossier;
import io.precinct.cases.record.OpenCase;
import io.precinct.rest.api.Versions;
import java.util.Map;
import java.util.function.Consumer;

/** What requests for one case have in common. */
public final class CaseRequest {
    private CaseRequest() {}

    /** The id in the path. */
    public static String id(Input input) {
        return input.params().text("id");
    }

    /** Holds {@code If-Match} against a case that is about to be changed. */
    public static Consumer<OpenCase> unchanged(Input input) {
        return open ->
                Versions.check(input, open.version(), () -> open.dossier().toData());
    }

    /** 200 with the bare case as it stands, tagged with its version. */
    public static Reply bare(Input input, OpenCase open) {
        return bare(input, open.dossier());
    }

    /** 200 with the bare case, tagged with its version. */
    public static Reply bare(Input input, Dossier dossier) {
        return Versions.tagged(Reply.ok(dossier.toData()), dossier.task().version());
    }

    /** The declaration of an endpoint below {@code :id} that answers with these fields. */
    public static Declaration answering(String sentence, Shape.Fields output) {
        return declared(sentence, Declaration.terminal().reads("params", Map.of("id", true)), output);
    }

    /** The declaration of an endpoint that reads nothing in particular. */
    public static Declaration open(String sentence, Shape.Fields output) {
        return declared(sentence, Declaration.terminal(), output);
    }

    /** The declaration with these fields as what is written. */
    public static Declaration declared(String sentence, Declaration.Builder builder, Shape.Fields output) {
        output.fields().forEach(builder::writes);
        return builder.describedAs(sentence).build();
    }
}
