package io.precinct.boundary.seal;

import io.precinct.api.data.Json;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes the member {@code _seal}, and adds it to the rendered bytes of a JSON object. */
final class SealJson {
    private SealJson() {}

    /**
     * {@code {alg, size, root}} as JSON text, with {@code leaves} if they are requested, and with {@code flagged}, the
     * numbers of the leaves that have a flag, if there are any.
     */
    static String json(SealedChain chain, boolean withLeaves) {
        var json = new StringBuilder(160 + (withLeaves ? chain.size() * 450 : 0))
                .append("{\"alg\":\"sha256\",\"size\":")
                .append(chain.size())
                .append(",\"root\":\"")
                .append(chain.root())
                .append('"');
        flagged(json, chain);
        if (withLeaves) {
            json.append(",\"leaves\":[");
            for (int seq = 0; seq < chain.size(); seq++) {
                json.append(seq == 0 ? "" : ",").append(leaf(chain, seq));
            }
            json.append(']');
        }
        return json.append('}').toString();
    }

    private static void flagged(StringBuilder json, SealedChain chain) {
        String before = ",\"flagged\":[";
        for (int seq = 0; seq < chain.size(); seq++) {
            if (chain.flag(seq) != null) {
                json.append(before).append(seq);
                before = ",";
            }
        }
        if (before.equals(",")) {
            json.append(']');
        }
    }

    /** A leaf with its hash, and with its flag if it has one, as JSON text. */
    static String leaf(SealedChain chain, int seq) {
        String canonical = chain.leaf(seq);
        String flag = chain.flag(seq);
        return canonical.substring(0, canonical.length() - 1)
                + ",\"hash\":\"" + chain.hash(seq) + '"'
                + (flag == null ? "" : ",\"flag\":" + Json.compact(flag))
                + '}';
    }

    /**
     * Adds {@code _seal} after the last member of a JSON object, and changes nothing else.
     *
     * @param object a JSON object, with white space around it or without
     * @return the object with the member, or null if {@code object} is not a JSON object
     */
    static byte @Nullable [] splice(byte[] object, String seal) {
        int first = skip(object, 0, 1);
        int last = skip(object, object.length - 1, -1);
        if (first >= last || object[first] != '{' || object[last] != '}') {
            return null;
        }
        boolean empty = object[skip(object, last - 1, -1)] == '{';
        byte[] member = ((empty ? "\"_seal\":" : ",\"_seal\":") + seal).getBytes(StandardCharsets.UTF_8);
        var sealed = new byte[object.length + member.length];
        System.arraycopy(object, 0, sealed, 0, last);
        System.arraycopy(member, 0, sealed, last, member.length);
        System.arraycopy(object, last, sealed, last + member.length, object.length - last);
        return sealed;
    }

    /**
     * The index of the first byte from {@code at} on that is not white space; one beyond the array if there is none.
     */
    private static int skip(byte[] text, int at, int step) {
        int index = at;
        while (index >= 0 && index < text.length && text[index] <= ' ' && text[index] >= 0) {
            index += step;
        }
        return index;
    }
}
