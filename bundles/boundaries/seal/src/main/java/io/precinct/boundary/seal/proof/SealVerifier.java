package io.precinct.boundary.seal.proof;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.common.digest.Digests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks a document that a client received: an answer with {@code _seal} and its leaves; an answer that is sealed in
 * its header, with its leaves in another document; or the inclusion proof of a single leaf. Checks that the leaves give
 * the root and that the last leaf is that of the answer. To check that the root comes from the service, it is compared
 * with the header {@code X-Service-Seal}, or with a root noted elsewhere. Stateless.
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
        return verify(new SavedAnswer(0, null, null, utf8), expectedRoot);
    }

    private static SealVerdict verify(SavedAnswer answer, @Nullable String expectedRoot) throws MalformedJson {
        var json = new SavedAnswer(answer.status(), "application/json", answer.root(), answer.body());
        SealVerdict verdict = switch (ReceivedJson.read(answer.body())) {
            case Map<?, ?> document when document.get("_seal") instanceof Map<?, ?> seal -> sealed(json, seal);
            case Map<?, ?> document
            when document.containsKey("path") && document.containsKey("leaf") -> proof(document);
            case null, default ->
                unchecked(null, "the document is neither an answer with _seal nor an inclusion proof");
        };
        return expectedRoot == null ? verdict : ofRoot(verdict, expectedRoot);
    }

    /**
     * Checks an answer, body and header.
     *
     * @param answer as it was saved
     * @param expectedRoot the root that the answer must have, in hex, or null for the root in its header
     * @param proofs the answer of {@code GET /inspect/seal/:root}, or the inclusion proof of the last leaf; null if the
     *     body contains its leaves itself
     * @throws MalformedJson if something that should be JSON is not JSON, or is ambiguous
     */
    public static SealVerdict verify(SavedAnswer answer, @Nullable String expectedRoot, byte @Nullable [] proofs)
            throws MalformedJson {
        String root = expectedRoot == null ? answer.root() : expectedRoot;
        if (expectedRoot != null && answer.root() != null && !expectedRoot.equalsIgnoreCase(answer.root())) {
            return broken(answer.root(), "expected the root " + expectedRoot + ", got " + answer.root());
        }
        if (proofs == null) {
            return answer.root() == null || carriesLeaves(answer)
                    ? verify(answer, root)
                    : unchecked(
                            root, "the answer carries no leaves to check; GET /inspect/seal/" + root + " tells them");
        }
        if (root == null) {
            return unchecked(null, "the answer says no root: save it with its header, or name the root");
        }
        return ReceivedJson.read(proofs) instanceof Map<?, ?> seal
                ? checkWithProofs(answer, seal, root)
                : noProofs(root);
    }

    private static boolean carriesLeaves(SavedAnswer answer) {
        try {
            return answer.json()
                    && answer.body().length > 0
                    && ReceivedJson.read(answer.body()) instanceof Map<?, ?> document
                    && document.get("_seal") instanceof Map<?, ?> seal
                    && seal.containsKey("leaves");
        } catch (MalformedJson e) {
            return false;
        }
    }

    private static SealVerdict broken(@Nullable String root, String problem) {
        return new SealVerdict(root, List.of(), List.of(problem), List.of());
    }

    private static SealVerdict unchecked(@Nullable String root, String reason) {
        return new SealVerdict(root, List.of(), List.of(), List.of(reason));
    }

    private static SealVerdict noProofs(String root) {
        return unchecked(root, "the proofs are neither a seal with its leaves nor an inclusion proof");
    }

    /**
     * The verdict, with a problem added if its root is another one. An unchecked verdict without a root stays as it is.
     */
    private static SealVerdict ofRoot(SealVerdict verdict, String expectedRoot) {
        if (expectedRoot.equalsIgnoreCase(verdict.root())
                || verdict.root() == null && verdict.outcome() == SealVerdict.Outcome.UNCHECKED) {
            return verdict;
        }
        List<String> problems = new ArrayList<>(verdict.problems());
        problems.add("expected the root " + expectedRoot + ", got " + verdict.root());
        return new SealVerdict(verdict.root(), verdict.crossings(), problems, verdict.unchecked());
    }

    /** Checks an answer whose leaves, or whose last leaf, are in another document. */
    private static SealVerdict checkWithProofs(SavedAnswer answer, Map<?, ?> proofs, String root) throws MalformedJson {
        if (proofs.get("leaves") instanceof List<?>) {
            return ofRoot(sealed(answer, proofs), root);
        }
        if (!(proofs.containsKey("path") && proofs.get("leaf") instanceof Map<?, ?> members)) {
            return noProofs(root);
        }
        SealVerdict proof = proof(proofs);
        var found = new Findings();
        found.problems.addAll(proof.problems());
        if (proofs.get("seq") instanceof Integer seq && proofs.get("size") instanceof Integer size && seq == size - 1) {
            found.bound(answer, new Leaf(members));
        } else {
            found.unchecked.add("the proof is of leaf " + Json.compact(proofs.get("seq")) + " of "
                    + Json.compact(proofs.get("size")) + "; the last is the one that speaks of the body");
        }
        return ofRoot(found.verdict(proof.root(), proof.crossings()), root);
    }

    private static SealVerdict sealed(SavedAnswer answer, Map<?, ?> seal) {
        var found = new Findings();
        List<String> crossings = new ArrayList<>();
        byte[] root = Leaf.hash(seal.get("root"));
        if (!"sha256".equals(seal.get("alg"))) {
            found.problems.add("alg: expected \"sha256\", got " + Json.compact(seal.get("alg")));
        }
        if (root == null) {
            found.problems.add("root: expected 64 lower-case hex digits, got " + Json.compact(seal.get("root")));
        }
        if (!seal.containsKey("leaves")) {
            found.unchecked.add("the seal has no leaves to check; send the request again with X-Service-Seal: leaves");
            return found.verdict(text(root), crossings);
        }
        List<Leaf> leaves = leaves(seal.get("leaves"));
        if (!(seal.get("size") instanceof Integer size && size == leaves.size())) {
            found.problems.add(
                    "size: expected " + leaves.size() + " as there are leaves, got " + Json.compact(seal.get("size")));
        }
        for (int seq = 0; seq < leaves.size(); seq++) {
            crossings.add(leaves.get(seq).described());
            found.problems.addAll(leaves.get(seq).problems(seq));
        }
        if (root != null && !Arrays.equals(root, rootOf(leaves))) {
            found.problems.add("the leaves do not make the root; a leaf was changed, added, left out or moved");
        }
        if (leaves.isEmpty()) {
            found.problems.add("there are no leaves, but every chain has crossings");
        } else {
            found.bound(answer, leaves.getLast());
        }
        return found.verdict(text(root), crossings);
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
            return broken(text(root), "a proof is {root, size, seq, leaf, path} with seq below size");
        }
        var leaf = new Leaf(members);
        var found = new Findings();
        found.problems.addAll(leaf.problems(seq));
        byte[] hash = leaf.claimedHash();
        if (hash == null || !MerkleTree.proves(root, size, seq, hash, path)) {
            found.problems.add("the path does not lead from the leaf to the root");
        }
        return found.verdict(text(root), List.of(leaf.described()));
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
