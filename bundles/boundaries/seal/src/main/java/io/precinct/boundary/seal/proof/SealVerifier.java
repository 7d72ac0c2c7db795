package io.precinct.boundary.seal.proof;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.api.data.MapBuilder;
import io.precinct.common.digest.Digests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks what a client received: an answer with {@code _seal} and its leaves; an answer that is sealed in its header,
 * with its leaves in another document; or the inclusion proof of a single leaf. It checks that the leaves give the root
 * and that the last leaf is that of the answer. Whether the root comes from the service is checked by comparing it with
 * the header {@code X-Service-Seal}, or with a root noted elsewhere. Stateless.
 */
public final class SealVerifier {
    private SealVerifier() {}

    /**
     * Checks a document.
     *
     * @param utf8 the answer, or the proof, as it was received
     * @param expectedRoot the root it must have, in hex, or null for any
     * @throws MalformedJson if it is not JSON, or is ambiguous
     */
    public static SealVerdict verify(byte[] utf8, @Nullable String expectedRoot) throws MalformedJson {
        SealVerdict verdict = switch (ReceivedJson.read(utf8)) {
            case Map<?, ?> document when document.get("_seal") instanceof Map<?, ?> seal -> sealed(document, seal);
            case Map<?, ?> document
            when document.containsKey("path") && document.containsKey("leaf") -> proof(document);
            case null, default -> refused(null, "the document is neither an answer with _seal nor an inclusion proof");
        };
        return expectedRoot == null || expectedRoot.equalsIgnoreCase(verdict.root())
                ? verdict
                : elsewhere(verdict, expectedRoot);
    }

    /**
     * Checks an answer, body and header.
     *
     * @param answer as it was saved
     * @param expectedRoot the root it must have, in hex, or null for that of its header
     * @param proofs what {@code GET /inspect/seal/:root} answered, or the inclusion proof of the last leaf; null if the
     *     body carries its leaves itself
     * @throws MalformedJson if something that should be JSON is not, or is ambiguous
     */
    public static SealVerdict verify(SavedAnswer answer, @Nullable String expectedRoot, byte @Nullable [] proofs)
            throws MalformedJson {
        String root = expectedRoot == null ? answer.root() : expectedRoot;
        if (expectedRoot != null && answer.root() != null && !expectedRoot.equalsIgnoreCase(answer.root())) {
            return refused(answer.root(), "expected the root " + expectedRoot + ", got " + answer.root());
        }
        if (proofs == null) {
            boolean alone = answer.root() == null || carriesLeaves(answer);
            return alone
                    ? verify(answer.body(), root)
                    : refused(root, "the answer carries no leaves to check; GET /inspect/seal/" + root + " tells them");
        }
        if (root == null) {
            return refused(null, "the answer says no root: save it with its header, or name the root");
        }
        SealVerdict verdict = ReceivedJson.read(proofs) instanceof Map<?, ?> seal
                ? checkWithProofs(answer, seal)
                : refused(null, "the proofs are neither a seal with its leaves nor an inclusion proof");
        return root.equalsIgnoreCase(verdict.root()) ? verdict : elsewhere(verdict, root);
    }

    private static boolean carriesLeaves(SavedAnswer answer) throws MalformedJson {
        return answer.json()
                && answer.body().length > 0
                && ReceivedJson.read(answer.body()) instanceof Map<?, ?> document
                && document.get("_seal") instanceof Map<?, ?> seal
                && seal.containsKey("leaves");
    }

    private static SealVerdict refused(@Nullable String root, String problem) {
        return new SealVerdict(root, List.of(), List.of(problem));
    }

    private static SealVerdict elsewhere(SealVerdict verdict, String expectedRoot) {
        List<String> problems = new ArrayList<>(verdict.problems());
        problems.add("expected the root " + expectedRoot + ", got " + verdict.root());
        return new SealVerdict(verdict.root(), verdict.crossings(), problems);
    }

    /** Checks an answer whose leaves, or whose last leaf, are in another document. */
    private static SealVerdict checkWithProofs(SavedAnswer answer, Map<?, ?> proofs) throws MalformedJson {
        if (proofs.get("leaves") instanceof List<?>) {
            return sealed(content(answer), proofs);
        }
        if (!(proofs.containsKey("path") && proofs.get("leaf") instanceof Map<?, ?> members)) {
            return refused(null, "the proofs are neither a seal with its leaves nor an inclusion proof");
        }
        SealVerdict proof = proof(proofs);
        List<String> problems = new ArrayList<>(proof.problems());
        if (!(proofs.get("seq") instanceof Integer seq
                && proofs.get("size") instanceof Integer size
                && seq == size - 1)) {
            problems.add("the proof is of leaf " + Json.compact(proofs.get("seq")) + " of "
                    + Json.compact(proofs.get("size")) + "; the last is the one that speaks of the body");
        } else {
            bound(content(answer), new Leaf(members)).ifPresent(problems::add);
        }
        return new SealVerdict(proof.root(), proof.crossings(), problems);
    }

    /** What the last leaf binds: the value of JSON, a description of any other body, or the absence of a body. */
    private static @Nullable Object content(SavedAnswer answer) throws MalformedJson {
        byte[] body = answer.body();
        if (answer.status() != 0 && body.length == 0) {
            return Data.map("content_type", "", "length", 0, "status", answer.status(), "blob_id", null);
        }
        return answer.json()
                ? ReceivedJson.read(body)
                : Data.map(
                        "content_type", String.valueOf(answer.contentType()),
                        "length", body.length,
                        "sha256", Digests.sha256Hex(body));
    }

    private static SealVerdict sealed(@Nullable Object document, Map<?, ?> seal) {
        List<String> problems = new ArrayList<>();
        List<String> crossings = new ArrayList<>();
        byte[] root = Leaf.hash(seal.get("root"));
        if (!"sha256".equals(seal.get("alg"))) {
            problems.add("alg: expected \"sha256\", got " + Json.compact(seal.get("alg")));
        }
        if (root == null) {
            problems.add("root: expected 64 lower-case hex digits, got " + Json.compact(seal.get("root")));
        }
        List<Leaf> leaves = leaves(seal.get("leaves"));
        if (leaves.isEmpty()) {
            problems.add("the seal has no leaves to check; send the request again with X-Service-Seal: leaves");
            return new SealVerdict(text(root), crossings, problems);
        }
        if (!(seal.get("size") instanceof Integer size && size == leaves.size())) {
            problems.add(
                    "size: expected " + leaves.size() + " as there are leaves, got " + Json.compact(seal.get("size")));
        }
        for (int seq = 0; seq < leaves.size(); seq++) {
            crossings.add(leaves.get(seq).boundary());
            problems.addAll(leaves.get(seq).problems(seq));
        }
        if (root != null && !Arrays.equals(root, rootOf(leaves))) {
            problems.add("the leaves do not make the root; a leaf was changed, added, left out or moved");
        }
        bound(document, leaves.getLast()).ifPresent(problems::add);
        return new SealVerdict(text(root), crossings, problems);
    }

    /** Reasons why the last leaf is not that of this document. */
    private static Optional<String> bound(@Nullable Object document, Leaf last) {
        if (last.out() == null) {
            return Optional.of("the body cannot be checked: the last leaf has no digest of it");
        }
        String digest;
        try {
            digest = HexFormat.of().formatHex(Json.digest(document instanceof Map<?, ?> map ? bare(map) : document));
        } catch (Json.NotCanonical e) {
            return Optional.of("the body cannot be checked: " + e.getMessage());
        }
        return digest.equals(last.out())
                ? Optional.empty()
                : Optional.of("the body is not the one that was sealed: expected the digest " + last.out() + ", got "
                        + digest);
    }

    private static Map<String, @Nullable Object> bare(Map<?, ?> document) {
        MapBuilder body = Data.mapBuilder();
        document.forEach((name, value) -> {
            if (!name.equals("_seal") && !name.equals("_trace")) {
                body.put((String) name, value);
            }
        });
        return body.build();
    }

    private static SealVerdict proof(Map<?, ?> proof) {
        byte[] root = Leaf.hash(proof.get("root"));
        List<byte[]> path = path(proof.get("path"));
        if (root == null
                || path == null
                || !(proof.get("leaf") instanceof Map<?, ?> members)
                || !(proof.get("size") instanceof Integer size)
                || !(proof.get("seq") instanceof Integer seq)
                || seq < 0
                || seq >= size) {
            return refused(text(root), "a proof is {root, size, seq, leaf, path} with seq below size");
        }
        var leaf = new Leaf(members);
        List<String> problems = new ArrayList<>(leaf.problems(seq));
        byte[] hash = leaf.claimedHash();
        if (hash == null || !MerkleTree.proves(root, size, seq, hash, path)) {
            problems.add("the path does not lead from the leaf to the root");
        }
        return new SealVerdict(text(root), List.of(leaf.boundary()), problems);
    }

    private static List<Leaf> leaves(@Nullable Object data) {
        List<Leaf> leaves = new ArrayList<>();
        if (data instanceof List<?> list) {
            list.forEach(leaf -> leaves.add(new Leaf(leaf instanceof Map<?, ?> map ? map : Map.of())));
        }
        return leaves;
    }

    private static byte[] rootOf(List<Leaf> leaves) {
        var hashes = new byte[leaves.size() * MerkleTree.HASH];
        for (int seq = 0; seq < leaves.size(); seq++) {
            byte[] hash = leaves.get(seq).claimedHash();
            if (hash != null) {
                System.arraycopy(hash, 0, hashes, seq * MerkleTree.HASH, MerkleTree.HASH);
            }
        }
        return MerkleTree.root(hashes, leaves.size(), Digests.sha256());
    }

    private static @Nullable List<byte[]> path(@Nullable Object data) {
        if (!(data instanceof List<?> list)) {
            return null;
        }
        List<byte[]> path = new ArrayList<>();
        for (Object element : list) {
            byte[] hash = Leaf.hash(element);
            if (hash == null) {
                return null;
            }
            path.add(hash);
        }
        return path;
    }

    private static @Nullable String text(byte @Nullable [] hash) {
        return hash == null ? null : HexFormat.of().formatHex(hash);
    }
}
