package io.precinct.boundary.seal.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.boundary.seal.proof.SealVerdict.Outcome;
import io.precinct.common.digest.Digests;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SealVerifierTest {
    private static final Map<String, Object> BODY = Data.map("greeting", "hello", "n", 1.5);
    private static final String DIGEST = hex(Json.digest(BODY));

    @Test
    void aGoodSealHasNoProblems() throws Exception {
        SealVerdict verdict =
                SealVerifier.verify(sealed(leaves()), root(leaves()).toUpperCase(Locale.ROOT));

        assertThat(verdict.problems()).isEmpty();
        assertThat(verdict.valid()).isTrue();
        assertThat(verdict.root()).isEqualTo(root(leaves()));
        assertThat(verdict.crossings()).containsExactly("one", "two", "three");
    }

    @Test
    void aTraceIsNoPartOfWhatIsSealed() throws Exception {
        Map<String, Object> document = document(leaves());
        document.put("_trace", Map.of("total_us", 12));

        assertThat(SealVerifier.verify(bytes(document), null).valid()).isTrue();
    }

    @Test
    void aChangedBodyIsNoticed() throws Exception {
        Map<String, Object> document = document(leaves());
        document.put("greeting", "bye");

        assertThat(SealVerifier.verify(bytes(document), null).problems())
                .singleElement()
                .asString()
                .startsWith("the body is not the one that was sealed");
    }

    @ParameterizedTest
    @CsvSource({"seq, 9", "boundary, other", "type_addr, other", "in, other", "out, other", "status, halted", "hash, 00"
    })
    void aChangedMemberOfALeafIsNoticed(String member, String value) throws Exception {
        List<Map<String, Object>> leaves = leaves();
        leaves.get(1).put(member, value);

        SealVerdict verdict = SealVerifier.verify(sealed(leaves, root(leaves())), null);

        assertThat(verdict.problems()).isNotEmpty().anyMatch(problem -> problem.startsWith("leaf 1 ("));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9007199254740993", "-9007199254740993", "[{\"a\": 0.1234567890123456789}]"})
    void aLeafWithoutACanonicalFormIsAProblemOfThatLeaf(String value) throws Exception {
        for (String member : List.of("seq", "boundary", "type_addr", "in", "out", "status")) {
            List<Map<String, Object>> leaves = leaves();
            leaves.get(1).put(member, "to be replaced");
            byte[] answer = replaced(document(leaves), value);
            Map<String, Object> proof = new LinkedHashMap<>(proof(1));
            proof.put("leaf", leaves.get(1));

            for (byte[] document : List.of(answer, replaced(proof, value))) {
                assertThat(SealVerifier.verify(document, null).problems())
                        .anyMatch(problem ->
                                problem.startsWith("leaf 1 (") && problem.contains("its hash cannot be checked: "));
            }
        }
    }

    private static byte[] replaced(Map<String, Object> document, String value) {
        return Json.compact(document).replace("\"to be replaced\"", value).getBytes(UTF_8);
    }

    @Test
    void aForgedLeafWithAHashOfItsOwnNoLongerMakesTheRoot() throws Exception {
        List<Map<String, Object>> forged = leaves();
        forged.set(1, leaf(1, "forged", DIGEST));

        assertThat(SealVerifier.verify(sealed(forged, originalRoot()), null).problems())
                .containsExactly("the leaves do not make the root; a leaf was changed, added, left out or moved");
    }

    @Test
    void aSealForgedAsAWholeIsNoticedByItsRoot() throws Exception {
        List<Map<String, Object>> forged = leaves();
        forged.set(1, leaf(1, "forged", DIGEST));

        assertThat(SealVerifier.verify(sealed(forged), null).valid()).isTrue();
        assertThat(SealVerifier.verify(sealed(forged), originalRoot()).problems())
                .containsExactly("expected the root " + originalRoot() + ", got " + root(forged));
    }

    @Test
    void aLeafThatIsMissingAddedOrMovedIsNoticed() throws Exception {
        List<Map<String, Object>> fewer = leaves();
        fewer.remove(0);
        List<Map<String, Object>> more = leaves();
        more.add(0, leaf(0, "more", DIGEST));
        List<Map<String, Object>> moved = leaves();
        moved.add(0, moved.remove(1));

        for (List<Map<String, Object>> leaves : List.of(fewer, more, moved)) {
            assertThat(SealVerifier.verify(sealed(leaves, originalRoot()), null).problems())
                    .contains("the leaves do not make the root; a leaf was changed, added, left out or moved");
        }
    }

    @Test
    void aFlaggedLeafHasNullDigestsAndOnlyAFlaggedOne() throws Exception {
        List<Map<String, Object>> flagged = leaves();
        flagged.set(0, leaf(0, "one", null));
        flagged.get(0).put("flag", "not canonical");
        List<Map<String, Object>> unflagged = leaves();
        unflagged.set(0, leaf(0, "one", null));
        List<Map<String, Object>> wronglyFlagged = leaves();
        wronglyFlagged.get(0).put("flag", "not canonical");

        assertThat(SealVerifier.verify(sealed(flagged, root(flagged)), null).problems())
                .isEmpty();
        assertThat(SealVerifier.verify(sealed(unflagged, root(unflagged)), null).valid())
                .isFalse();
        assertThat(SealVerifier.verify(sealed(wronglyFlagged, root(wronglyFlagged)), null)
                        .valid())
                .isFalse();
    }

    @Test
    void aSealWithoutLeavesSaysHowToGetThem() throws Exception {
        Map<String, Object> document = document(leaves());
        document.put("_seal", Data.map("alg", "sha256", "size", 3, "root", originalRoot()));

        SealVerdict verdict = SealVerifier.verify(bytes(document), null);

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNCHECKED);
        assertThat(verdict.unchecked()).singleElement().asString().contains("X-Service-Seal: leaves");
    }

    @ParameterizedTest
    @CsvSource({"alg, md5", "size, 4", "root, abc"})
    void aSealThatDescribesItselfWronglyIsNoticed(String member, String value) throws Exception {
        Map<String, Object> document = document(leaves());
        Map<String, Object> seal = new LinkedHashMap<>(seal(leaves(), originalRoot()));
        seal.put(member, member.equals("size") ? Integer.valueOf(value) : value);
        document.put("_seal", seal);

        assertThat(SealVerifier.verify(bytes(document), null).problems())
                .anyMatch(problem -> problem.startsWith(member + ": expected "));
    }

    @Test
    void aProofIsCheckedToo() throws Exception {
        assertThat(SealVerifier.verify(bytes(proof(1)), originalRoot()).problems())
                .isEmpty();

        Map<String, Object> elsewhere = new LinkedHashMap<>(proof(1));
        elsewhere.put("path", proof(2).get("path"));
        assertThat(SealVerifier.verify(bytes(elsewhere), null).problems())
                .containsExactly("the path does not lead from the leaf to the root");
        Map<String, Object> beyond = new LinkedHashMap<>(proof(1));
        beyond.put("size", 1);
        assertThat(SealVerifier.verify(bytes(beyond), null).valid()).isFalse();
    }

    /** An answer as {@code curl -i} prints it. */
    private static SavedAnswer saved(String root, String contentType, String body) {
        return SavedAnswer.of(("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nx-service-seal: " + root
                        + "\r\nContent-Type: " + contentType + "\r\n\r\n" + body)
                .getBytes(UTF_8));
    }

    private static byte[] leavesDocument() {
        return bytes(seal(leaves(), originalRoot()));
    }

    @Test
    void anAnswerSealedInItsHeaderIsCheckedByLeavesToldElsewhere() throws Exception {
        String body = Json.compact(BODY);
        SavedAnswer answer = saved(originalRoot(), "application/json", body);

        SealVerdict verdict = SealVerifier.verify(answer, null, leavesDocument());
        assertThat(verdict.problems()).isEmpty();
        assertThat(verdict.crossings()).containsExactly("one", "two", "three");
        assertThat(SealVerifier.verify(answer, null, bytes(proof(2))).problems())
                .isEmpty();
        assertThat(SealVerifier.verify(SavedAnswer.of(body.getBytes(UTF_8)), originalRoot(), leavesDocument())
                        .problems())
                .isEmpty();
    }

    @Test
    void aBodyARootOrLeavesThatDoNotFitEachOtherAreNoticed() throws Exception {
        String body = Json.compact(BODY);
        String other = "0".repeat(64);
        SavedAnswer good = saved(originalRoot(), "application/json", body);
        SavedAnswer changed = saved(originalRoot(), "application/json", body.replace("hello", "bye"));

        for (byte[] proofs : List.of(leavesDocument(), bytes(proof(2)))) {
            assertThat(SealVerifier.verify(changed, null, proofs).problems())
                    .singleElement()
                    .asString()
                    .startsWith("the body is not the one that was sealed");
            assertThat(SealVerifier.verify(saved(other, "application/json", body), null, proofs)
                            .problems())
                    .containsExactly("expected the root " + other + ", got " + originalRoot());
            assertThat(SealVerifier.verify(good, other, proofs).problems())
                    .containsExactly("expected the root " + other + ", got " + originalRoot());
        }
        assertThat(SealVerifier.verify(good, null, bytes(proof(1))).unchecked())
                .singleElement()
                .asString()
                .startsWith("the proof is of leaf 1 of 3");
        assertThat(SealVerifier.verify(good, null, "{}".getBytes(UTF_8)).valid())
                .isFalse();
        assertThat(SealVerifier.verify(good, null, null).unchecked())
                .containsExactly(
                        "the answer carries no leaves to check; GET /inspect/seal/" + originalRoot() + " tells them");
        assertThat(SealVerifier.verify(SavedAnswer.of(body.getBytes(UTF_8)), null, leavesDocument())
                        .valid())
                .isFalse();
    }

    @Test
    void aSavedMessageWithItsLeavesInTheBodyNeedsNoOthers() throws Exception {
        String body = new String(sealed(leaves()), UTF_8);

        assertThat(SealVerifier.verify(saved(originalRoot(), "application/json", body), null, null)
                        .problems())
                .isEmpty();
        assertThat(SealVerifier.verify(saved("0".repeat(64), "application/json", body), null, null)
                        .valid())
                .isFalse();
    }

    @Test
    void whatIsNoJsonIsBoundByItsBytesAndNoBodyByItsAbsence() throws Exception {
        String text = "# hello\n";
        String type = "text/markdown;charset=utf-8";
        byte[] digest = Digests.sha256().digest(text.getBytes(UTF_8));
        String described =
                hex(Json.digest(Data.map("content_type", type, "length", text.length(), "sha256", hex(digest))));
        var page = List.of(leaf(0, "format", described));
        assertThat(SealVerifier.verify(saved(root(page), type, text), null, bytes(seal(page, root(page))))
                        .problems())
                .isEmpty();
        assertThat(SealVerifier.verify(saved(root(page), type, "# bye..\n"), null, bytes(seal(page, root(page))))
                        .valid())
                .isFalse();

        var nothing = List.of(leaf(
                0,
                "format",
                hex(Json.digest(Data.map("content_type", "", "length", 0, "status", 204, "blob_id", null)))));
        var gone =
                SavedAnswer.of(("HTTP/1.1 204 No Content\nX-Service-Seal: " + root(nothing) + "\n\n").getBytes(UTF_8));
        assertThat(SealVerifier.verify(gone, null, bytes(seal(nothing, root(nothing))))
                        .problems())
                .isEmpty();
    }

    @Test
    void whatIsNeitherIsSaidToBeNeither() throws Exception {
        for (String text : List.of("{}", "[]", "null", "7", "{\"_seal\":null}")) {
            assertThat(SealVerifier.verify(text.getBytes(UTF_8), null).unchecked())
                    .containsExactly("the document is neither an answer with _seal nor an inclusion proof");
        }
    }

    /** The outcome for an answer that was saved as {@code message} and whose only leaf has the digest {@code last}. */
    private static Outcome outcome(String message, String last) throws Exception {
        var only = List.of(leaf(0, "format", last));
        var answer = SavedAnswer.of(message.replace("ROOT", root(only)).getBytes(UTF_8));
        SealVerdict verdict = SealVerifier.verify(answer, root(only), bytes(seal(only, root(only))));
        assertThat(verdict.root()).isEqualTo(root(only));
        return verdict.outcome();
    }

    private static String raw(String type, int length, int status, String blob) {
        return hex(Json.digest(Data.map("content_type", type, "length", length, "status", status, "blob_id", blob)));
    }

    @Test
    void bytesThatNobodyRenderedAreCheckedAsFarAsTheirLeafDescribesThem() throws Exception {
        String head = "HTTP/1.1 200 OK\nContent-Type: text/x\nX-Service-Seal: ROOT\n\n";

        assertThat(outcome(head + "hello\n", raw("text/x", 6, 200, "ce013625030ba8dba906f756967f9e9ca394464a")))
                .isEqualTo(Outcome.HOLDS);
        assertThat(outcome(head + "hullo\n", raw("text/x", 6, 200, "ce013625030ba8dba906f756967f9e9ca394464a")))
                .isEqualTo(Outcome.BROKEN);
        assertThat(outcome(
                        head + "hello\n",
                        raw("text/x", 6, 200, "2cf8d83d9ee29543b34a87727421fdecb7e3f3a183d337639025de576db9ebb4")))
                .as("of a repository whose ids are SHA-256")
                .isEqualTo(Outcome.HOLDS);
        assertThat(outcome(head + "hello\n", raw("text/x", 6, 200, null))).isEqualTo(Outcome.UNCHECKED);
        assertThat(outcome(head + "hello\n", raw("text/x", -1, 200, null))).isEqualTo(Outcome.UNCHECKED);
        assertThat(outcome(head + "hello", raw("text/x", 6, 200, null))).isEqualTo(Outcome.BROKEN);
        assertThat(outcome(head.replace("200 OK", "206 Partial Content") + "ell", raw("text/x", 6, 200, null)))
                .isEqualTo(Outcome.UNCHECKED);
        assertThat(outcome("hello\n", raw("text/x", 6, 200, null))).isEqualTo(Outcome.UNCHECKED);
    }

    @Test
    void aPayloadWithoutACanonicalFormCannotBeCheckedButAnotherInItsPlaceIsNoticed() throws Exception {
        String head = "HTTP/1.1 200 OK\nContent-Type: application/json\nX-Service-Seal: ROOT\n\n";
        String large = "{\"a\":9007199254740993}";
        List<Map<String, Object>> flagged = leaves();
        flagged.set(2, leaf(2, "three", null));
        flagged.get(2).put("flag", "not canonical");
        var answer =
                SavedAnswer.of(head.replace("ROOT", root(flagged)).concat(large).getBytes(UTF_8));

        SealVerdict verdict = SealVerifier.verify(answer, null, bytes(seal(flagged, root(flagged))));

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNCHECKED);
        assertThat(verdict.crossings()).containsExactly("one", "two", "three (not canonical)");
        String small = hex(Json.digest(Data.map("a", 1)));
        assertThat(outcome(head + "{\"a\":1}", small)).isEqualTo(Outcome.HOLDS);
        assertThat(outcome(head + large, small)).isEqualTo(Outcome.BROKEN);
        assertThat(outcome(head + "{\"a\":1,", small)).isEqualTo(Outcome.BROKEN);
        assertThat(outcome(head + "{\"a\":1,\"a\":1}", small)).isEqualTo(Outcome.BROKEN);
    }

    @Test
    void anEmptyListOfLeavesIsNoSeal() throws Exception {
        assertThat(SealVerifier.verify(sealed(List.of(), originalRoot()), null).outcome())
                .isEqualTo(Outcome.BROKEN);
    }

    private static Map<String, Object> proof(int seq) {
        byte[] hashes = hashes(leaves());
        return Data.map(
                "root", originalRoot(),
                "size", 3,
                "seq", seq,
                "leaf", leaves().get(seq),
                "path",
                        MerkleTree.path(hashes, 3, seq).stream()
                                .map(SealVerifierTest::hex)
                                .toList());
    }

    private static List<Map<String, Object>> leaves() {
        return new ArrayList<>(List.of(leaf(0, "one", DIGEST), leaf(1, "two", DIGEST), leaf(2, "three", DIGEST)));
    }

    private static Map<String, Object> leaf(int seq, String boundary, String digest) {
        Map<String, Object> leaf = new LinkedHashMap<>();
        leaf.put("seq", seq);
        leaf.put("boundary", boundary);
        leaf.put("type_addr", "sha256:" + "0".repeat(64));
        leaf.put("in", digest);
        leaf.put("out", digest);
        leaf.put("status", "ok");
        leaf.put("hash", hex(MerkleTree.leafHash(Json.canonical(leaf))));
        return leaf;
    }

    private static byte[] sealed(List<Map<String, Object>> leaves) {
        return sealed(leaves, root(leaves));
    }

    private static byte[] sealed(List<Map<String, Object>> leaves, String root) {
        Map<String, Object> document = document(leaves);
        document.put("_seal", seal(leaves, root));
        return bytes(document);
    }

    private static Map<String, Object> document(List<Map<String, Object>> leaves) {
        Map<String, Object> document = new LinkedHashMap<>(BODY);
        document.put("_seal", seal(leaves, root(leaves)));
        return document;
    }

    private static Map<String, Object> seal(List<Map<String, Object>> leaves, String root) {
        return Data.map("alg", "sha256", "size", leaves.size(), "root", root, "leaves", leaves);
    }

    private static String originalRoot() {
        return root(leaves());
    }

    private static String root(List<Map<String, Object>> leaves) {
        return hex(MerkleTree.root(hashes(leaves), leaves.size(), Digests.sha256()));
    }

    /** The hashes that the leaves claim, if the claims are hashes. */
    private static byte[] hashes(List<Map<String, Object>> leaves) {
        byte[] hashes = new byte[leaves.size() * MerkleTree.HASH];
        for (int i = 0; i < leaves.size(); i++) {
            String hash = (String) leaves.get(i).get("hash");
            if (hash.length() == 64) {
                System.arraycopy(HexFormat.of().parseHex(hash), 0, hashes, i * MerkleTree.HASH, MerkleTree.HASH);
            }
        }
        return hashes;
    }

    private static byte[] bytes(Map<String, Object> document) {
        return Json.compactBytes(document);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
