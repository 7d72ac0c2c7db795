package io.precinct.launcher.command;

import io.precinct.common.spelling.Suggestions;
import io.precinct.launcher.Console;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Explains a command, or lists them all.
 *
 * @param name name of the command, or empty
 */
record Help(Optional<String> name) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "help",
                    "lists the commands, or explains one",
                    List.of(Operand.optional("COMMAND"), Operand.optional("WORD")),
                    List.of()),
            (arguments, installation) -> new Help(arguments
                    .operand(0)
                    .map(first -> first
                            + arguments.operand(1).map(second -> " " + second).orElse(""))));

    @Override
    public int execute(Console console) {
        if (name.isEmpty()) {
            console.out().println(overview());
            return DONE;
        }
        return explain(console, name.get());
    }

    private static int explain(Console console, String name) {
        List<Syntax> found = beginningWith(name);
        if (found.isEmpty()) {
            List<String> names = CommandLine.commands().stream()
                    .map(type -> type.syntax().name())
                    .toList();
            console.err().println("precinct help: unknown command '" + name + "'" + Suggestions.ending(name, names));
            return WRONG_USAGE;
        }
        console.out().println(found.stream().map(Syntax::help).collect(Collectors.joining("\n\n")));
        return DONE;
    }

    /** The command of this name, or all commands of which this is the first word. */
    static List<Syntax> beginningWith(String name) {
        return CommandLine.commands().stream()
                .map(CommandType::syntax)
                .filter(candidate ->
                        candidate.name().equals(name) || candidate.name().startsWith(name + " "))
                .toList();
    }

    /** One line per command. */
    static String overview() {
        List<Syntax> listed = CommandLine.listed();
        int width =
                listed.stream().mapToInt(syntax -> head(syntax).length()).max().orElse(0);
        return listed.stream()
                .map(syntax -> "  " + head(syntax)
                        + " ".repeat(width + 2 - head(syntax).length()) + syntax.summary())
                .collect(Collectors.joining(
                        "\n",
                        "Usage: precinct COMMAND [OPTION…]\n\n",
                        "\n\nEvery command has --help; precinct --version tells the version.\n"
                                + "PRECINCT_CONFIG, PRECINCT_DATA and PRECINCT_PORT stand for --config, --data and --port;"
                                + " an option that is given wins.\n"
                                + "Exit codes: 0 done, 1 it failed and says why, 2 wrong usage; of an instance on --url:\n"
                                + "4 its certificate is not trusted, 5 wrong user, password or token, 6 a role is missing,\n"
                                + "7 it is no Precinct or exposes no administration, 8 the connection broke."));
    }

    private static String head(Syntax syntax) {
        return syntax.operands().stream()
                .map(Operand::label)
                .collect(Collectors.joining(" ", syntax.name() + " ", ""))
                .strip();
    }
}
