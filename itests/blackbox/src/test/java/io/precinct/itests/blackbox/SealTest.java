package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recomputes seals with code that is independent of the product: own canonical JSON, own tree. */
class SealTest {
    @TempDir
    private static Path folder;

    private static Service service;

    @BeforeAll
    static void start() {
        service = Service.on(folder, """
                service: sealed
                routes:
                  /echo/:message: {method: get, boundary: echo, name: echo}
                  /echo: {method: post, boundary: echo, name: echo.post}
                """);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void theRootFollowsFromTheLeavesAndTheLastLeafBindsTheBody() throws Exception {
        Http.Answer answer = service.http.get("/echo/h%C3%A9llo", "X-Service-Seal", "leaves");
        Map<String, ?> body = answer.json();
        Map<?, ?> seal = (Map<?, ?>) body.get("_seal");
        List<?> leaves = (List<?>) seal.get("leaves");

        List<byte[]> hashes = new ArrayList<>();
        for (Object each : leaves) {
            Map<?, ?> leaf = (Map<?, ?>) each;
            var members = new TreeMap<String, Object>();
            for (String name : List.of("seq", "boundary", "type_addr", "in", "out", "status")) {
                members.put(name, leaf.get(name));
            }
            byte[] hash = sha256(new byte[] {0}, canonical(members).getBytes(StandardCharsets.UTF_8));
            assertThat(HexFormat.of().formatHex(hash)).isEqualTo(leaf.get("hash"));
            hashes.add(hash);
        }
        String root = HexFormat.of().formatHex(root(hashes));
        assertThat(seal.get("root")).isEqualTo(root);
        assertThat(seal.get("size")).isEqualTo(leaves.size());
        assertThat(answer.header("X-Service-Seal")).isEqualTo(root);

        var content = new TreeMap<String, Object>(body);
        content.remove("_seal");
        String bound = HexFormat.of().formatHex(sha256(canonical(content).getBytes(StandardCharsets.UTF_8)));
        assertThat(((Map<?, ?>) leaves.getLast()).get("out")).isEqualTo(bound);
        assertThat(((Map<?, ?>) leaves.getLast()).get("boundary")).isEqualTo("format");
    }

    @Test
    void anAnswerSaysThatItHasNumbersThatNoSealBinds() {
        Map<?, ?> large = (Map<?, ?>)
                service.http.post("/echo", "{\"a\":9007199254740993}").json().get("_seal");
        Map<?, ?> small =
                (Map<?, ?>) service.http.post("/echo", "{\"a\":1}").json().get("_seal");

        assertThat(large.get("flagged")).isEqualTo(List.of(0, 1, 2, 3, 4));
        assertThat(small.containsKey("flagged")).isFalse();
    }

    @Test
    void anInclusionProofLeadsFromEachLeafToTheRoot() throws Exception {
        String root = service.http.get("/echo/proof").header("X-Service-Seal");
        Map<String, ?> proof =
                service.http.get("/inspect/seal/" + root + "/proof/0").json();

        assertThat(proof.get("root")).isEqualTo(root);
        assertThat(proof.get("seq")).isEqualTo(0);
        assertThat((List<?>) proof.get("path")).isNotEmpty();
        assertThat(service.http
                        .get("/inspect/seal/" + "0".repeat(64) + "/proof/0")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theSameRequestGetsTheSameSeal() {
        assertThat(service.http.get("/echo/same").header("X-Service-Seal"))
                .isEqualTo(service.http.get("/echo/same").header("X-Service-Seal"))
                .isNotEqualTo(service.http.get("/echo/other").header("X-Service-Seal"));
    }

    /** RFC 9162 §2.1.1: split at the largest power of two smaller than the size. */
    private static byte[] root(List<byte[]> hashes) throws Exception {
        if (hashes.size() == 1) {
            return hashes.getFirst();
        }
        int split = Integer.highestOneBit(hashes.size() - 1);
        return sha256(new byte[] {1}, root(hashes.subList(0, split)), root(hashes.subList(split, hashes.size())));
    }

    private static byte[] sha256(byte[]... parts) throws Exception {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.write(part);
        }
        return MessageDigest.getInstance("SHA-256").digest(all.toByteArray());
    }

    /** Enough of RFC 8785 for text, small integers, maps and lists. */
    private static String canonical(Object value) {
        return switch (value) {
            case null -> "null";
            case String s -> "\"" + s.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
            case Map<?, ?> map ->
                new TreeMap<>(map)
                        .entrySet().stream()
                                .map(e -> canonical(e.getKey()) + ":" + canonical(e.getValue()))
                                .collect(Collectors.joining(",", "{", "}"));
            case List<?> list -> list.stream().map(SealTest::canonical).collect(Collectors.joining(",", "[", "]"));
            default -> String.valueOf(value);
        };
    }
}
