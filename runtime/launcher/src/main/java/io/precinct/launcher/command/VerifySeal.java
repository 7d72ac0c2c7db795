package io.precinct.launcher.command;

import io.precinct.api.data.MalformedJson;
import io.precinct.boundary.seal.proof.SavedAnswer;
import io.precinct.boundary.seal.proof.SealVerdict;
import io.precinct.boundary.seal.proof.SealVerifier;
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
import io.precinct.launcher.client.AdminClient;
import io.precinct.launcher.client.InstanceTarget;
import io.precinct.launcher.data.DataFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the seal of a saved answer or of an inclusion proof. The answer contains its leaves or, as printed by
 * {@code curl -i}, its headers.
 *
 * @param file the saved document; empty for standard input
 * @param root the expected root in hex; empty for the root in the header, or for any root
 * @param proofs a file with the leaves if the answer does not contain them; or empty
 * @param url the instance from which the leaves are requested; or empty
 */
record VerifySeal(Optional<Path> file, Optional<String> root, Optional<Path> proofs, Optional<InstanceTarget> url)
        implements Command {
    private static final Option ROOT =
            Option.value("--root", "HEX", "the root it must have: the header X-Service-Seal of the answer");
    private static final Option PROOFS =
            Option.value("--proofs", "FILE", "the leaves, as GET /inspect/seal/ROOT answered, or the last one's proof");
    private static final Option URL =
            Option.value("--url", "URL", "the instance to ask for the leaves, while it knows them");
    private static final int HEX_DIGITS = 64;

    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "seal verify",
                    "recomputes the seal of an answer that was saved with its leaves, or with its header as curl -i prints"
                            + " it (FILE, or - for stdin); exits 0 if it holds, 1 if it does not hold, 3 if that cannot"
                            + " be checked here",
                    List.of(Operand.required("FILE")),
                    List.of(ROOT, PROOFS, URL)),
            VerifySeal::read);

    private static VerifySeal read(Arguments arguments, Installation installation) throws WrongUsage {
        String file = arguments.requiredOperand(0);
        Optional<String> root = arguments.value(ROOT.name());
        if (root.filter(hex -> hex.length() != HEX_DIGITS || !hex.chars().allMatch(c -> Character.digit(c, 16) >= 0))
                .isPresent()) {
            throw new WrongUsage(ROOT.name() + " is " + HEX_DIGITS + " hex digits, not '" + root.get() + "'");
        }
        Optional<Path> proofs = CommonOptions.path(arguments, PROOFS);
        Optional<URI> url = ClientOptions.url(arguments);
        if (proofs.isPresent() && url.isPresent()) {
            throw new WrongUsage(PROOFS.name() + " and " + URL.name() + " exclude each other");
        }
        // The route of seals is open, so no token is sent.
        DataFolder none = new DataFolder(installation.home());
        return new VerifySeal(
                file.equals("-") ? Optional.empty() : Optional.of(CommonOptions.path("FILE", file)),
                root,
                proofs,
                url.map(address -> new InstanceTarget(none, Optional.of(address), Optional.empty())));
    }

    @Override
    public int execute(Console console) {
        try {
            return report(verdict(console), console);
        } catch (Failure e) {
            // Exit code 1 means that the seal does not hold. A document that cannot be read does not show that.
            console.err().println("precinct: " + e.getMessage());
            return UNCHECKED;
        }
    }

    private SealVerdict verdict(Console console) throws Failure {
        String name = file.map(Path::toString).orElse("standard input");
        try {
            byte[] document = file.isPresent()
                    ? Files.readAllBytes(file.get())
                    : console.in().readAllBytes();
            SavedAnswer answer = SavedAnswer.of(document);
            return SealVerifier.verify(answer, root.orElse(null), leaves(answer));
        } catch (IOException e) {
            throw Failure.of("cannot read " + name, e);
        } catch (MalformedJson e) {
            throw new Failure(name + " is no JSON that could be checked: " + e.getMessage(), e);
        }
    }

    /** The document with the leaves, or null if the answer must contain them. */
    private byte @Nullable [] leaves(SavedAnswer answer) throws Failure {
        if (proofs.isPresent()) {
            try {
                return Files.readAllBytes(proofs.get());
            } catch (IOException e) {
                throw Failure.of("cannot read " + proofs.get(), e);
            }
        }
        if (url.isEmpty()) {
            return null;
        }
        String wanted = root.or(() -> Optional.ofNullable(answer.root()))
                .orElseThrow(() -> new Failure("the answer says no root to ask for: save it with its header (curl -i),"
                        + " or name the root with " + ROOT.name()));
        AdminAnswer answered = AdminClient.of(url.get()).get("/inspect/seal/" + PercentCoding.encode(wanted));
        if (!answered.good()) {
            answered.data(); // throws a Failure with the error of the instance
        }
        return answered.body();
    }

    private static int report(SealVerdict verdict, Console console) {
        int seq = 0;
        for (String crossing : verdict.crossings()) {
            console.out().println("leaf " + seq++ + "  " + crossing);
        }
        verdict.problems().forEach(console.out()::println);
        verdict.unchecked().forEach(console.out()::println);
        String root = "root " + (verdict.root() == null ? "none" : verdict.root());
        return switch (verdict.outcome()) {
            case HOLDS -> said(console, "seal holds: " + root, DONE);
            case BROKEN -> said(console, "seal does not hold: " + root, FAILED);
            case UNCHECKED -> said(console, "seal cannot be checked here: " + root, UNCHECKED);
        };
    }

    private static int said(Console console, String verdict, int code) {
        console.out().println(verdict);
        return code;
    }
}
