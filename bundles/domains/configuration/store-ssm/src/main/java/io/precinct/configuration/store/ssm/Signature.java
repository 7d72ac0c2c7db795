package io.precinct.configuration.store.ssm;

import io.precinct.common.digest.Digests;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Signs requests as Amazon Web Services ask for (Signature Version 4, in one header). Its text never shows the secret.
 *
 * @param id of the access key
 * @param secret of the access key
 * @param region say {@code eu-central-1}
 * @param service say {@code ssm}
 */
record Signature(String id, String secret, String region, String service) {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final int DAY_LENGTH = 8;

    /** The time as {@code X-Amz-Date} has it. */
    static String time(Instant at) {
        return TIME.format(at);
    }

    /**
     * The header {@code Authorization}.
     *
     * @param path encoded, as it is sent
     * @param query sorted and encoded, without question mark
     * @param headers to be signed, by their names; among them host and x-amz-date
     */
    String authorization(String method, String path, String query, Map<String, String> headers, byte[] body) {
        SortedMap<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(headers);
        var lines = new StringBuilder();
        sorted.forEach((name, value) ->
                lines.append(lower(name)).append(':').append(value.strip()).append('\n'));
        String names = lower(String.join(";", sorted.keySet()));
        String request = String.join("\n", method, path, query, lines, names, Digests.sha256Hex(body));
        String time = sorted.getOrDefault("x-amz-date", "");
        String day = time.substring(0, DAY_LENGTH);
        String scope = day + "/" + region + "/" + service + "/aws4_request";
        String toSign = String.join("\n", ALGORITHM, time, scope, Digests.sha256Hex(request));
        String signature = HexFormat.of().formatHex(Digests.hmacSha256(key(day), utf8(toSign)));
        return ALGORITHM + " Credential=" + id + "/" + scope + ", SignedHeaders=" + names + ", Signature=" + signature;
    }

    /** The key of a day, derived of the secret. */
    byte[] key(String day) {
        byte[] key = utf8("AWS4" + secret);
        for (String part : new String[] {day, region, service, "aws4_request"}) {
            key = Digests.hmacSha256(key, utf8(part));
        }
        return key;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "a signature for " + service + " in " + region;
    }
}
