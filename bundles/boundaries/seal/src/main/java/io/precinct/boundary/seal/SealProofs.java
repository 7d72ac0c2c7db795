package io.precinct.boundary.seal;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of recent seals: {@code GET /inspect/seal/:root} shows the leaves of a seal, and
 * {@code GET /inspect/seal/:root/proof/:seq} proves that a leaf belongs to the seal.
 */
final class SealProofs {
    private static final Schema HEX = Schema.text().matching("^[0-9a-f]{64}$").example("0".repeat(64));

    private static final Schema ROOT = HEX.named("SealRoot");
    private static final Schema LEAF = Schema.object()
            .with("seq", Schema.integer().atLeast(0))
            .with("boundary", Schema.text())
            .with("type_addr", Schema.text().orNull())
            .with("in", Schema.text().orNull())
            .with("out", Schema.text().orNull())
            .with("status", Schema.any())
            .with("hash", Schema.text())
            .optionally("flag", Schema.text())
            .named("SealLeaf");

    private static final Answer NO_SUCH_SEAL = Answer.of(
            404,
            "There is no such seal, or it has no such leaf.",
            Schema.object().with("error", Schema.text()).open().named("NoSuchSeal"));

    private final RecentChains recent;

    SealProofs(RecentChains recent) {
        this.recent = recent;
    }

    List<Member> members() {
        return List.of(leaves(), single());
    }

    private Member leaves() {
        Declaration declaration = Declaration.terminal()
                .reads("params", Map.of("root", true))
                .writes("alg", "sha256")
                .writes("size", Map.of("gte", 1))
                .writes("root", Map.of("matches", "^[0-9a-f]{64}$"))
                .writes("leaves", Map.of("empty", false))
                .takes(Parameter.path("root", ROOT))
                .answers(
                        Answer.ok(
                                "The seal with its leaves.",
                                Schema.object()
                                        .with("alg", Schema.text())
                                        .with("size", Schema.integer().atLeast(1))
                                        .with("root", HEX)
                                        .with("leaves", Schema.list(LEAF))
                                        .optionally(
                                                "flagged",
                                                Schema.list(Schema.integer().atLeast(0)))),
                        NO_SUCH_SEAL)
                .describedAs("The leaves of a chain that was sealed lately.")
                .build();
        return member("/inspect/seal/:root", "seal", declaration, this::seal);
    }

    private Member single() {
        Declaration declaration = Declaration.terminal()
                .reads("params", Map.of("root", true, "seq", true))
                .writes("root", Map.of("matches", "^[0-9a-f]{64}$"))
                .writes("size", Map.of("gte", 1))
                .writes("seq", Map.of("gte", 0))
                .writes("leaf", Map.of("keys", List.of("seq", "boundary", "type_addr", "in", "out", "status", "hash")))
                .writes("path", true)
                .takes(
                        Parameter.path("root", ROOT),
                        Parameter.path(
                                "seq", Schema.text().matching("^[0-9]{1,5}$").example("0")))
                .answers(
                        Answer.ok(
                                "The proof.",
                                Schema.object()
                                        .with("root", HEX)
                                        .with("size", Schema.integer().atLeast(1))
                                        .with("seq", Schema.integer().atLeast(0))
                                        .with("leaf", LEAF)
                                        .with("path", Schema.list(HEX))),
                        NO_SUCH_SEAL)
                .describedAs("The inclusion proof (RFC 9162) of one crossing of a chain that was sealed lately.")
                .build();
        return member("/inspect/seal/:root/proof/:seq", "seal_proof", declaration, this::proof);
    }

    private static Member member(String path, String name, Declaration declaration, Member.Handler handler) {
        return Member.on(RouteDeclaration.of("get", path).sealedInHeader().forOperators(), name, declaration, handler);
    }

    private Outcome seal(Input input) throws MalformedJson {
        String root = input.params().text("root");
        SealedChain chain = find(root);
        return chain == null ? unknown(root) : Reply.ok(Json.read(SealJson.json(chain, true)));
    }

    private @Nullable SealedChain find(String root) {
        return root.matches("[0-9a-f]{64}") ? recent.find(HexFormat.of().parseHex(root)) : null;
    }

    private static Denial unknown(String root) {
        return Denial.of(404, "unknown root: " + root + " (the last " + RecentChains.SIZE + " chains are kept)");
    }

    private Outcome proof(Input input) throws MalformedJson {
        String root = input.params().text("root");
        String seq = input.params().text("seq");
        SealedChain chain = find(root);
        if (chain == null) {
            return unknown(root);
        }
        int at = seq.matches("[0-9]{1,5}") ? Integer.parseInt(seq) : Integer.MAX_VALUE;
        if (at >= chain.size()) {
            return Denial.of(404, "unknown leaf: " + seq + " (the seal has " + chain.size() + ", from 0)");
        }
        return Reply.ok(Data.map(
                "root", root,
                "size", chain.size(),
                "seq", at,
                "leaf", Json.read(SealJson.leaf(chain, at)),
                "path", chain.path(at).stream().map(HexFormat.of()::formatHex).toList()));
    }
}
