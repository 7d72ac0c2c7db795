package io.precinct.launcher.command;

import io.precinct.boundary.seal.proof.JsonReader;
import io.precinct.boundary.seal.proof.SealVerdict;
import io.precinct.boundary.seal.proof.SealVerifier;
import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import io.precinct.launcher.cli.WrongUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Recomputes the seal of an answer that was saved with its leaves, or of an inclusion proof.
 *
 * @param file the saved document; empty for standard input
 * @param root the root it must have, in hex, or empty for any
 */
record VerifySeal(Optional<Path> file, Optional<String> root) implements Command {
    private static final Option ROOT =
            Option.value("--root", "HEX", "the root it must have: the header X-Service-Seal of the answer");
    private static final int HEX_DIGITS = 64;

    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "seal verify",
                    "recomputes the seal of an answer that was saved with its leaves (FILE, or - for stdin)",
                    List.of(Operand.required("FILE")),
                    List.of(ROOT)),
            VerifySeal::read);

    private static VerifySeal read(Arguments arguments, Installation installation) throws WrongUsage {
        String file = arguments.requiredOperand(0);
        Optional<String> root = arguments.value(ROOT.name());
        if (root.filter(hex -> hex.length() != HEX_DIGITS || !hex.chars().allMatch(c -> Character.digit(c, 16) >= 0))
                .isPresent()) {
            throw new WrongUsage(ROOT.name() + " is " + HEX_DIGITS + " hex digits, not '" + root.get() + "'");
        }
        return new VerifySeal(file.equals("-") ? Optional.empty() : Optional.of(Folders.path("FILE", file)), root);
    }

    @Override
    public int execute(Console console) throws Failure {
        String name = file.map(Path::toString).orElse("standard input");
        SealVerdict verdict;
        try {
            byte[] document = file.isPresent()
                    ? Files.readAllBytes(file.get())
                    : console.in().readAllBytes();
            verdict = SealVerifier.verify(document, root.orElse(null));
        } catch (IOException e) {
            throw Failure.of("cannot read " + name, e);
        } catch (JsonReader.BadJson e) {
            throw new Failure(name + " is no JSON that could be checked: " + e.getMessage(), e);
        }
        int seq = 0;
        for (String crossing : verdict.crossings()) {
            console.out().println("leaf " + seq++ + "  " + crossing);
        }
        if (verdict.valid()) {
            console.out().println("seal holds: root " + verdict.root());
            return DONE;
        }
        verdict.problems().forEach(console.out()::println);
        console.out().println("seal does not hold: root " + (verdict.root() == null ? "none" : verdict.root()));
        return FAILED;
    }
}
