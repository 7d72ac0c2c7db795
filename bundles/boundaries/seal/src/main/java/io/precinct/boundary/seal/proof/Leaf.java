package io.precinct.boundary.seal.proof;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A leaf as it is served: {@code {seq, boundary, type_addr, in, out, status, hash}}, with {@code flag} if its digests
 * are null.
 *
 * @param members plain data
 */
record Leaf(Map<?, ?> members) {
    private static final Set<String> MEMBERS =
            Set.of("seq", "boundary", "type_addr", "in", "out", "status", "hash", "flag");

    String boundary() {
        return members.get("boundary") instanceof String name ? name : "?";
    }

    /** The name of its boundary, followed by the flag if there is one. */
    String described() {
        return members.get("flag") instanceof String flag ? boundary() + " (" + flag + ")" : boundary();
    }

    /** The digest of the output, or null. */
    @Nullable
    String out() {
        return members.get("out") instanceof String digest ? digest : null;
    }

    /** The hash that the leaf claims, or null if that is not a hash. */
    byte @Nullable [] claimedHash() {
        return hash(members.get("hash"));
    }

    /** The faults of this leaf as leaf number {@code seq}, as sentences. */
    List<String> problems(int seq) {
        List<String> problems = new ArrayList<>();
        String name = "leaf " + seq + " (" + boundary() + ")";
        for (Object member : members.keySet()) {
            if (!MEMBERS.contains(String.valueOf(member))) {
                problems.add(name + " has a member \"" + member + "\", which no leaf has");
            }
        }
        if (!(members.get("seq") instanceof Integer claimed && claimed == seq)) {
            problems.add(name + ": expected seq " + seq + ", got " + Json.compact(members.get("seq")));
        }
        if (!digestsFit()) {
            problems.add(name + ": in and out must be digests, or both null with a flag that says why");
        }
        String fault = hashFault();
        if (fault != null) {
            problems.add(name + ": " + fault);
        }
        return problems;
    }

    private boolean digestsFit() {
        boolean flagged = members.containsKey("flag");
        return flagged
                ? members.get("in") == null && members.get("out") == null
                : hash(members.get("in")) != null && hash(members.get("out")) != null;
    }

    private @Nullable String hashFault() {
        byte[] claimed = claimedHash();
        try {
            return claimed != null && Arrays.equals(claimed, hash())
                    ? null
                    : "its hash is not that of its members; one of them was changed";
        } catch (Json.NotCanonical e) {
            return "its hash cannot be checked: " + e.getMessage();
        }
    }

    /**
     * SHA-256 over the byte 0 and the canonical JSON of the six members that are sealed.
     *
     * @throws Json.NotCanonical if a member has no canonical form, so that this cannot be the leaf of a service
     */
    private byte[] hash() {
        return MerkleTree.leafHash(Json.canonical(Data.map(
                "boundary", members.get("boundary"),
                "in", members.get("in"),
                "out", members.get("out"),
                "seq", members.get("seq"),
                "status", members.get("status"),
                "type_addr", members.get("type_addr"))));
    }

    /** Reads 64 lower-case hex digits; null for anything else. */
    static byte @Nullable [] hash(@Nullable Object hex) {
        return hex instanceof String text && text.matches("[0-9a-f]{64}")
                ? HexFormat.of().parseHex(text)
                : null;
    }
}
