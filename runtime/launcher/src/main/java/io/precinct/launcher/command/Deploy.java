package io.precinct.launcher.command;

import io.precinct.common.uri.PercentCoding;
import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.AdminAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Deploys a bundle and waits for the outcome.
 *
 * @param jar the bundle
 * @param dryRun whether everything is done except serving requests
 * @param replaces names that it may take from other bundles
 * @param force whether names that the configuration uses may be removed
 */
record Deploy(ClientOptions client, Path jar, boolean dryRun, List<String> replaces, boolean force) implements Command {
    private static final Option DRY_RUN = Option.flag("--dry-run", "tells what would happen, and changes nothing");
    private static final Option REPLACE = Option.repeatable(
            "--replace", "NAME", "lets it take a name that belongs to another bundle; may be given several times");

    static final Option FORCE =
            Option.flag("--force", "takes names away as well that routes, scenarios or tags of the configuration use");

    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "deploy",
                    "deploys a bundle into the running instance and prints the outcome",
                    List.of(Operand.required("JAR")),
                    ClientOptions.options(DRY_RUN, REPLACE, FORCE)),
            Deploy::read);

    private static Deploy read(Arguments arguments, Installation installation) throws WrongUsage {
        return new Deploy(
                ClientOptions.read(arguments, installation),
                CommonOptions.path("JAR", arguments.requiredOperand(0)),
                arguments.has(DRY_RUN.name()),
                arguments.values(REPLACE.name()),
                arguments.has(FORCE.name()));
    }

    @Override
    public int execute(Console console) throws Failure {
        if (!Files.isRegularFile(jar)) {
            throw new Failure(Files.exists(jar) ? jar + " is no file" : "there is no file " + jar);
        }
        if (!Files.isReadable(jar)) {
            throw new Failure("cannot read " + jar + ": permission denied");
        }
        String name = PercentCoding.encode(jar.getFileName().toString());
        AdminAnswer answer = client.connect()
                .post(
                        "/admin/deploy?name=" + name + (dryRun ? "&dry_run=true" : "") + (force ? "&force=true" : "")
                                + replacing(),
                        jar,
                        "application/java-archive");
        return DeploymentOutcome.show(client, console, answer);
    }

    private String replacing() {
        return replaces.stream()
                .map(name -> "&replace=" + PercentCoding.encode(name))
                .collect(Collectors.joining());
    }
}
