package io.precinct.launcher.command;

import io.precinct.common.spelling.Suggestions;
import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.WrongUsage;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the command of a command line, executes it and turns the outcome into an exit code. */
public final class CommandLine {
    /** The commands, in the order of the help. */
    private static final List<String> NAMES = List.of(
            "run",
            "check",
            "status",
            "deploy",
            "rollback",
            "undeploy",
            "disable",
            "enable",
            "bundles",
            "explain",
            "console",
            "scenario",
            "mcp",
            "log",
            "reload",
            "backup",
            "restore",
            "grammars fetch",
            "seal verify",
            "user add",
            "user list",
            "user remove",
            "user passwd",
            "user role",
            "completion",
            "help",
            "aot");

    private final Console console;
    private final Installation installation;

    public CommandLine(Console console, Installation installation) {
        this.console = console;
        this.installation = installation;
    }

    /**
     * Executes a command line and returns the exit code: 0 for success, 2 for wrong usage, and for a reported failure
     * the code of its {@linkplain Failure.Kind kind}.
     */
    public int execute(String... words) {
        return execute(Arrays.asList(words));
    }

    private int execute(List<String> words) {
        if (words.isEmpty()) {
            console.err().println("precinct: no command given");
            console.err().println(Help.overview());
            return Command.WRONG_USAGE;
        }
        return switch (words.getFirst()) {
            case "--help", "-h" -> new Help(Optional.empty()).execute(console);
            case "--version", "-V" -> new Version(installation).execute(console);
            default -> {
                Optional<CommandType> type = find(words);
                yield type.isPresent() ? execute(type.get(), words) : unknown(words);
            }
        };
    }

    /** Every command, in the order of the help. */
    static List<CommandType> commands() {
        return NAMES.stream().map(name -> named(name).orElseThrow()).toList();
    }

    /** The syntax of every command except those for maintainers, in the order of the help. */
    static List<Syntax> listed() {
        return commands().stream()
                .filter(CommandType::listed)
                .map(CommandType::syntax)
                .toList();
    }

    /** The command named by the first word or the first two. */
    private static Optional<CommandType> find(List<String> words) {
        boolean two = words.size() > 1
                && switch (words.getFirst()) {
                    case "seal", "user", "grammars" -> true;
                    default -> false;
                };
        return named(two ? words.getFirst() + " " + words.get(1) : words.getFirst());
    }

    /** The command of a name. This is a switch and not a table, so that only the class of this command is loaded. */
    private static Optional<CommandType> named(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "run" -> Run.TYPE;
                    case "check" -> Check.TYPE;
                    case "status" -> Status.TYPE;
                    case "deploy" -> Deploy.TYPE;
                    case "rollback" -> BundleCommand.Action.ROLLBACK.type();
                    case "undeploy" -> BundleCommand.Action.UNDEPLOY.type();
                    case "disable" -> BundleCommand.Action.DISABLE.type();
                    case "enable" -> BundleCommand.Action.ENABLE.type();
                    case "bundles" -> Bundles.TYPE;
                    case "explain" -> Explain.TYPE;
                    case "console" -> ShowConsole.TYPE;
                    case "scenario" -> RunScenario.TYPE;
                    case "mcp" -> Mcp.TYPE;
                    case "log" -> Log.TYPE;
                    case "reload" -> Reload.TYPE;
                    case "backup" -> Backup.TYPE;
                    case "restore" -> Restore.TYPE;
                    case "grammars fetch" -> GrammarsFetch.TYPE;
                    case "seal verify" -> VerifySeal.TYPE;
                    case "user add" -> GatewayUsers.Action.ADD.type();
                    case "user list" -> GatewayUsers.Action.LIST.type();
                    case "user remove" -> GatewayUsers.Action.REMOVE.type();
                    case "user passwd" -> GatewayUsers.Action.PASSWD.type();
                    case "user role" -> GatewayUsers.Action.ROLE.type();
                    case "completion" -> Completion.TYPE;
                    case "help" -> Help.TYPE;
                    case "aot" -> TrainAotCache.TYPE;
                    default -> null;
                });
    }

    private int execute(CommandType type, List<String> words) {
        Syntax syntax = type.syntax();
        try {
            Arguments arguments = Arguments.parse(
                    syntax, words.subList(syntax.words().size(), words.size()), installation.variables());
            if (arguments.has(Syntax.HELP.name())) {
                console.out().println(syntax.help());
                return Command.DONE;
            }
            return type.reader().read(arguments, installation).execute(console);
        } catch (WrongUsage e) {
            console.err().println("precinct " + syntax.name() + ": " + e.getMessage());
            console.err().println(syntax.usage());
            return Command.WRONG_USAGE;
        } catch (Failure e) {
            console.err().println("precinct: " + e.getMessage());
            return e.kind().exitCode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Command.FAILED;
        }
    }

    private PrintStream console(boolean asked) {
        return asked ? console.out() : console.err();
    }

    private int unknown(List<String> words) {
        String first = words.getFirst();
        List<String> names = listed().stream().map(Syntax::name).toList();
        List<Syntax> longer = Help.beginningWith(first);
        if (!longer.isEmpty()) {
            boolean help = words.contains("--help") || words.contains("-h");
            console(help)
                    .println(longer.stream()
                            .map(help ? Syntax::help : Syntax::usage)
                            .collect(Collectors.joining(help ? "\n\n" : "\n")));
            return help ? Command.DONE : Command.WRONG_USAGE;
        }
        console.err().println("precinct: unknown command '" + first + "'" + Suggestions.ending(first, names));
        console.err().println("Usage: precinct COMMAND [OPTION…]; precinct help lists the commands");
        return Command.WRONG_USAGE;
    }
}
