package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.client.AdminAnswer;
import io.precinct.launcher.client.TextLayout;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reloads the configuration of the instance. */
record Reload(ClientOptions client) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "reload",
                    "reads the configuration again, now; a bad one changes nothing and is printed",
                    List.of(),
                    ClientOptions.options()),
            (arguments, installation) -> new Reload(ClientOptions.read(arguments, installation)));

    @Override
    public int execute(Console console) throws Failure {
        AdminAnswer answer = client.connect().post("/admin/reload", Map.of());
        if (client.json()) {
            return client.show(console, answer, TextLayout::of);
        }
        Map<String, @Nullable Object> report = answer.members();
        List<?> warnings = lines(report.remove("warnings"));
        lines(report.remove("problems")).forEach(console.out()::println);
        warnings.forEach(console.out()::println);
        if (answer.good()) {
            console.out().println("reloaded" + CommonOptions.warnings(warnings.size()));
            return DONE;
        }
        throw new Failure(
                answer.kind(), report.get("error") instanceof String error ? error : "the instance did not reload");
    }

    private static List<?> lines(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }
}
