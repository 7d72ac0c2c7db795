package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints a shell completion script, generated from the syntax of the commands.
 *
 * @param shell {@code bash} or {@code zsh}
 */
record Completion(String shell) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "completion",
                    "prints shell completion; to use it: eval \"$(precinct completion bash)\"",
                    List.of(Operand.required("bash|zsh", "bash", "zsh")),
                    List.of()),
            (arguments, installation) -> new Completion(arguments.requiredOperand(0)));

    @Override
    public int execute(Console console) {
        String zsh = shell.equals("zsh") ? "autoload -U +X bashcompinit && bashcompinit\n" : "";
        console.out().print(script(zsh));
        return DONE;
    }

    private String script(String zsh) {
        return """
            # Completion of precinct for %s.
            %s_precinct_files() {
                local IFS=$'\\n'
                compopt -o filenames 2>/dev/null
                COMPREPLY+=($(compgen "$1" -- "$2"))
            }
            _precinct() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
                local words=''
                COMPREPLY=()
                case "$previous" in
                    --config | --data) _precinct_files -d "$current"; return ;;
                esac
                if [ "$COMP_CWORD" -eq 1 ]; then
                    words='%s'
                else
                    case "${COMP_WORDS[1]}" in
            %s
                    esac
                fi
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                case "${COMP_WORDS[1]} $current" in
                    *' -'*) ;;
                    'deploy '* | 'seal '*) _precinct_files -f "$current" ;;
                esac
            }
            complete -F _precinct precinct
            complete -F _precinct ./precinct
            """.formatted(shell, zsh, firstWords(), cases());
    }

    private static String firstWords() {
        return firsts().collect(Collectors.joining(" ")) + " --help --version";
    }

    /** The distinct first words of the commands. */
    private static Stream<String> firsts() {
        return CommandLine.listed().stream()
                .map(syntax -> syntax.words().getFirst())
                .distinct();
    }

    private static String cases() {
        return firsts().map(first -> "            " + first + ") words='" + words(first) + "' ;;")
                .collect(Collectors.joining("\n"));
    }

    /** The words that may follow a first word, of all commands that begin with it. */
    private static String words(String first) {
        return CommandLine.listed().stream()
                .filter(syntax -> syntax.words().getFirst().equals(first))
                .flatMap(syntax -> Stream.of(words(syntax).split(" ", -1)))
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static String words(Syntax syntax) {
        String second = syntax.words().size() > 1 ? syntax.words().getLast() + " " : "";
        String choices = syntax.name().equals("help")
                ? firsts().collect(Collectors.joining(" ")) + " "
                : syntax.operands().stream()
                        .map(Operand::choices)
                        .flatMap(List::stream)
                        .map(choice -> choice + " ")
                        .collect(Collectors.joining());
        return second + choices + syntax.allOptions().map(Option::name).collect(Collectors.joining(" "));
    }
}
