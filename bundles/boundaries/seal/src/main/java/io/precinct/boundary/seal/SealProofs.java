package io.precinct.boundary.seal;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.data.Data;
import io.precinct.boundary.seal.proof.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Proves that a crossing belongs to a seal, for the chains sealed lately: {@code GET /inspect/seal/:root/proof/:seq}. */
final class SealProofs {
    private final RecentChains recent;

    SealProofs(RecentChains recent) {
        this.recent = recent;
    }

    Member member() {
        Declaration declaration = Declaration.terminal()
                .reads("params", Map.of("root", true, "seq", true))
                .writes("root", Map.of("matches", "^[0-9a-f]{64}$"))
                .writes("size", Map.of("gte", 1))
                .writes("seq", Map.of("gte", 0))
                .writes("leaf", Map.of("keys", List.of("seq", "boundary", "type_addr", "in", "out", "status", "hash")))
                .writes("path", true)
                .describedAs("The inclusion proof (RFC 9162) of one crossing of a chain that was sealed lately.")
                .build();
        var route = RouteDeclaration.of("get", "/inspect/seal/:root/proof/:seq").sealedInHeader();
        return Member.on(route, "seal_proof", declaration, this::proof);
    }

    private Outcome proof(Input input) throws JsonReader.BadJson {
        String root = input.params().text("root");
        String seq = input.params().text("seq");
        SealedChain chain =
                root.matches("[0-9a-f]{64}") ? recent.find(HexFormat.of().parseHex(root)) : null;
        if (chain == null) {
            return Denial.of(404, "unknown root: " + root + " (the last " + RecentChains.SIZE + " chains are kept)");
        }
        int at = seq.matches("[0-9]{1,5}") ? Integer.parseInt(seq) : Integer.MAX_VALUE;
        if (at >= chain.size()) {
            return Denial.of(404, "unknown leaf: " + seq + " (the seal has " + chain.size() + ", from 0)");
        }
        byte[] leaf = SealMember.leaf(chain, at).getBytes(StandardCharsets.UTF_8);
        return Reply.ok(Data.map(
                "root", root,
                "size", chain.size(),
                "seq", at,
                "leaf", JsonReader.read(leaf),
                "path", chain.path(at).stream().map(HexFormat.of()::formatHex).toList()));
    }
}
