package io.precinct.deploy.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.range;

import io.precinct.common.digest.Digests;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.deploy.verify.DeploymentRefused.Fault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import jdk.security.jarsigner.JarSigner;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JarVerificationTest {
    private static final int LIMIT = 1 << 20;

    /** Keystores that all tests use: keytool takes a second for each. */
    @TempDir
    static Path keys;

    @TempDir
    Path folder;

    private static Map<String, String> bundle() {
        Map<String, String> headers = new TreeMap<>();
        headers.put("Bundle-ManifestVersion", "2");
        headers.put("Bundle-SymbolicName", "a.plugin");
        headers.put("Bundle-Version", "1.2.3");
        return headers;
    }

    private static byte[] manifest(Map<String, String> headers) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.forEach(manifest.getMainAttributes()::putValue);
        var out = new ByteArrayOutputStream();
        manifest.write(out);
        return out.toByteArray();
    }

    private interface Entries {
        void write(ZipOutputStream zip) throws IOException;
    }

    private Path jar(Map<String, String> headers, Entries more) throws IOException {
        Path file = folder.resolve("plugin.jar");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.setLevel(Deflater.BEST_COMPRESSION);
            put(zip, "META-INF/MANIFEST.MF", manifest(headers));
            more.write(zip);
        }
        return file;
    }

    private Path jar(Map<String, String> headers) throws IOException {
        return jar(headers, _ -> {});
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    private DeploySettings settings(List<String> hashes, List<Path> signers) {
        return new DeploySettings(folder, hashes, signers, Duration.ofSeconds(1), Duration.ofSeconds(1), 5, LIMIT);
    }

    private PluginJar verify(Path file) throws DeploymentRefused, IOException {
        return verify(file, List.of(), List.of());
    }

    private PluginJar verify(Path file, List<String> hashes, List<Path> signers) throws DeploymentRefused, IOException {
        return PluginJar.verify(
                file, Digests.sha256Hex(Files.readAllBytes(file)), "plugin.jar", settings(hashes, signers));
    }

    private DeploymentRefused refused(Path file) {
        DeploymentRefused refused = catchThrowableOfType(DeploymentRefused.class, () -> verify(file));
        assertThat(refused).as("the refusal").isNotNull();
        return refused;
    }

    private void assertRefused(Path file, Fault fault, String... parts) {
        DeploymentRefused refused = refused(file);
        assertThat(refused.fault()).isEqualTo(fault);
        assertThat(String.join("\n", refused.reasons())).contains(parts);
    }

    @Test
    void aSoundBundlePasses() throws Exception {
        PluginJar jar = verify(jar(bundle(), zip -> put(zip, "a/B.class", classFile("a.B"))));

        assertThat(jar.bundle()).isEqualTo("a.plugin");
        assertThat(jar.version()).isEqualTo("1.2.3");
    }

    @Test
    void aFileThatIsNoArchiveIsNoBundle() throws Exception {
        Path file = Files.writeString(folder.resolve("x.jar"), "just text");

        assertRefused(file, Fault.DAMAGED, "plugin.jar is no OSGi bundle: it is not a zip archive");
    }

    @Test
    void anEmptyFileIsNoBundle() throws Exception {
        assertRefused(
                Files.createFile(folder.resolve("x.jar")),
                Fault.DAMAGED,
                "plugin.jar is no OSGi bundle: it is empty (0 bytes); was it copied to its end?");
    }

    @Test
    void anArchiveWithoutEntriesIsNoBundle() throws Exception {
        Path file = folder.resolve("plugin.jar");
        new ZipOutputStream(Files.newOutputStream(file)).close();

        assertRefused(file, Fault.CONTENT, "plugin.jar is an empty archive: it holds no entry");
    }

    @Test
    void aBundleWithoutAVersionIsRefused() throws Exception {
        Map<String, String> headers = bundle();
        headers.remove("Bundle-Version");

        assertRefused(jar(headers), Fault.CONTENT, "its manifest has no Bundle-Version", "such as 1.0.0");
    }

    @Test
    void classesOfANewerJavaAreNamed() throws Exception {
        int newer = Runtime.version().feature() + 1;
        byte[] head = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, (byte) (newer + 44)};
        Path file = jar(bundle(), zip -> {
            put(zip, "a/B.class", head);
            put(zip, "a/C.class", head);
            put(zip, "META-INF/versions/" + newer + "/a/D.class", head);
        });

        assertThat(refused(file).reasons())
                .containsExactly("a/B.class and 1 more are compiled for Java " + newer + " (class file version "
                        + (newer + 44) + "), and this is Java "
                        + Runtime.version().feature()
                        + "; compile with --release " + Runtime.version().feature() + " or older");
    }

    private static byte[] classFile(String name) {
        return ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        type -> type.withMethodBody(
                                "run",
                                MethodTypeDesc.of(ConstantDescs.CD_void),
                                0,
                                code -> code.nop().return_()));
    }

    @Test
    void aDamagedClassIsNamedWithItsJar() throws Exception {
        byte[] whole = classFile("a.B");
        byte[] overwritten = whole.clone();
        Arrays.fill(overwritten, 12, 24, (byte) 0xEE);
        for (byte[] damaged : List.of(
                new byte[0],
                "not a class".getBytes(StandardCharsets.US_ASCII),
                overwritten,
                Arrays.copyOf(whole, whole.length - 5),
                Arrays.copyOf(whole, whole.length / 2),
                Arrays.copyOf(whole, 9))) {
            Path file = jar(bundle(), zip -> {
                put(zip, "a/A.class", classFile("a.A"));
                put(zip, "a/B.class", damaged);
            });

            assertThat(refused(file).reasons())
                    .as("%d bytes", damaged.length)
                    .singleElement()
                    .asString()
                    .startsWith("plugin.jar is damaged: its class file a/B.class cannot be read (");
        }
        assertThat(verify(jar(bundle(), zip -> put(zip, "a/B.class", whole)))).isNotNull();
    }

    private static final String COMPONENT =
            "<scr:component xmlns:scr=\"http://www.osgi.org/xmlns/scr/v1.4.0\" name=\"x\">";

    private DeploymentRefused described(String xml, String path) throws IOException {
        Map<String, String> headers = bundle();
        headers.put("Service-Component", path);
        return refused(jar(headers, zip -> put(zip, "OSGI-INF/x.xml", xml.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void aComponentDescriptionThatIsNoXmlIsNamedWithItsPlace() throws Exception {
        for (String path : List.of("OSGI-INF/x.xml", "OSGI-INF/*.xml")) {
            DeploymentRefused refused =
                    described(COMPONENT + "\n  <implementation class=\"a.B\">\n</scr:component>", path);

            assertThat(refused.reasons())
                    .anyMatch(reason -> reason.startsWith(
                            "its component description OSGI-INF/x.xml is not well-formed XML (line 3, column "));
        }
    }

    @Test
    void aComponentWhoseClassIsNotThereIsNamed() throws Exception {
        assertThat(described(COMPONENT + "<implementation class=\"a.Gone\"/></scr:component>", "OSGI-INF/x.xml")
                        .reasons())
                .containsExactly(
                        "its component description OSGI-INF/x.xml names the class a.Gone, which the jar does not hold;"
                                + " add its package to Private-Package, or build the jar anew");
    }

    @Test
    void aDescriptionOfSomethingElseIsNamed() throws Exception {
        assertThat(described("<beans/>", "OSGI-INF/x.xml").reasons())
                .singleElement()
                .asString()
                .contains("has no component element of the namespace http://www.osgi.org/xmlns/scr/");
        assertThat(described(COMPONENT + "</scr:component>", "OSGI-INF/x.xml").reasons())
                .singleElement()
                .asString()
                .contains("a component without an implementation");
    }

    @Test
    void aTruncatedArchiveIsDamagedWhereverItEnds() throws Exception {
        Path file = jar(bundle(), zip -> {
            for (int i = 0; i < 20; i++) {
                put(zip, "a/" + i, ("content " + i * 31).repeat(40).getBytes(StandardCharsets.UTF_8));
            }
        });
        byte[] whole = Files.readAllBytes(file);
        ThrowingConsumer<Integer> isDamaged = percent -> {
            Files.write(file, Arrays.copyOf(whole, whole.length * percent / 100));

            assertThat(ZipAudit.hasWholeDirectory(file)).isFalse();
            assertThat(refused(file).fault()).isEqualTo(Fault.DAMAGED);
        };
        qt().withExamples(60).forAll(range(4, 99)).checkAssert(isDamaged);
    }

    @Test
    void aTruncatedArchiveIsToldFromOneThatNeverWasOne() throws Exception {
        Path whole = jar(bundle(), zip -> put(zip, "a", new byte[9000]));
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(whole, Arrays.copyOf(bytes, bytes.length - 30));

        assertRefused(whole, Fault.DAMAGED, "begins like a zip archive", "was it copied to its end?");
    }

    @Test
    void aFlippedBitInsideAnEntryIsDamageEvenThoughTheDirectoryIsWhole() throws Exception {
        byte[] content = new byte[4000];
        new java.util.Random(1).nextBytes(content);
        Path file = jar(bundle(), zip -> {
            zip.setLevel(Deflater.NO_COMPRESSION);
            put(zip, "noise", content);
        });
        byte[] bytes = Files.readAllBytes(file);
        int inside = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("noise") + 2000;
        bytes[inside] ^= 0x40;
        Files.write(file, bytes);

        assertThat(ZipAudit.hasWholeDirectory(file)).isTrue();
        assertRefused(file, Fault.DAMAGED, "the entry noise", "checksum");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "a/../../evil", "/etc/passwd", "C:/windows", "a\\b", ".."})
    void anEntryThatEscapesItsFolderIsRefused(String name) throws Exception {
        assertRefused(jar(bundle(), zip -> put(zip, name, new byte[1])), Fault.CONTENT, "entry named", "without ..");
    }

    @Test
    void anEntryThatStandsTwiceIsRefused() throws Exception {
        Path file = jar(bundle(), zip -> {
            put(zip, "twin-1", new byte[1]);
            put(zip, "twin-2", new byte[2]);
        });
        byte[] bytes = Files.readAllBytes(file);
        String text = new String(bytes, StandardCharsets.ISO_8859_1).replace("twin-2", "twin-1");
        Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));

        assertRefused(file, Fault.CONTENT, "holds the entry twin-1 twice");
    }

    @Test
    void whatUnpacksToFarMoreThanItsSizeIsABomb() throws Exception {
        Path file = jar(bundle(), zip -> put(zip, "zeros", new byte[5 << 20]));

        assertThat(Files.size(file)).isLessThan(10_000);
        assertRefused(file, Fault.CONTENT, "zip bomb");
    }

    @Test
    void whatUnpacksToMoreThanTenTimesTheLargestJarIsABombWhateverItsRatio() throws Exception {
        byte[] block = new byte[1 << 20];
        new java.util.Random(1).nextBytes(block);
        System.arraycopy(block, 0, block, 1 << 19, 1 << 19);
        Path file = jar(bundle(), zip -> {
            for (int i = 0; i < 11; i++) {
                put(zip, "block" + i, block);
            }
        });

        assertRefused(file, Fault.CONTENT, "10485760 bytes", "zip bomb");
    }

    @Test
    void aBombInsideAJarOfTheClassPathIsFoundToo() throws Exception {
        var inner = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(inner)) {
            put(zip, "zeros", new byte[5 << 20]);
        }
        Map<String, String> headers = bundle();
        headers.put("Bundle-ClassPath", ".,lib/inner.jar");

        assertRefused(jar(headers, zip -> put(zip, "lib/inner.jar", inner.toByteArray())), Fault.CONTENT, "zip bomb");
    }

    @Test
    void moreEntriesThanAnyPlugInNeedsAreRefused() throws Exception {
        Path file = jar(bundle(), zip -> {
            zip.setMethod(ZipOutputStream.STORED);
            for (int i = 0; i <= ZipAudit.MAX_ENTRIES; i++) {
                var entry = new ZipEntry("e" + i);
                entry.setSize(0);
                entry.setCrc(0);
                zip.putNextEntry(entry);
            }
        });

        assertRefused(file, Fault.CONTENT, "more than 65535 entries");
    }

    @Test
    void anArchiveWithoutManifestIsNoBundle() throws Exception {
        Path file = folder.resolve("plain.jar");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            put(zip, "a.txt", new byte[3]);
        }

        assertRefused(file, Fault.CONTENT, "is no OSGi bundle: it has no META-INF/MANIFEST.MF");
    }

    @Test
    void anOrdinaryJarIsNoBundle() throws Exception {
        assertRefused(jar(Map.of()), Fault.CONTENT, "has no Bundle-SymbolicName");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Bundle-ManifestVersion | 1 | Bundle-ManifestVersion 1, and 2 is needed",
                "Bundle-SymbolicName | a b | is not made of letters",
                "Bundle-SymbolicName | a.plugin;singleton:=true | it is a singleton",
                "Bundle-Version | one | its Bundle-Version is not of the form",
                "Export-Package | a.b;version=\"1,2\";uses:=\"c,d\",e | it exports a.b, e, and a plug-in exports"
                        + " nothing",
                "Fragment-Host | io.precinct.core | it is a fragment of io.precinct.core",
                "Fragment-Host | system.bundle;extension:=framework | it is a fragment of system.bundle",
                "DynamicImport-Package | * | it imports * dynamically",
                "Service-Component | OSGI-INF/a.xml,OSGI-INF/b*.xml | names the component description OSGI-INF/a.xml",
                "Bundle-ClassPath | .,lib/gone.jar | its Bundle-ClassPath names lib/gone.jar"
            })
    void aManifestThatBreaksARuleIsRefused(String header, String value, String reason) throws Exception {
        Map<String, String> headers = bundle();
        headers.put(header, value);

        assertRefused(jar(headers), Fault.CONTENT, reason);
    }

    @Test
    void allBrokenRulesAreToldAtOnce() throws Exception {
        Map<String, String> headers = bundle();
        headers.put("Export-Package", "a.b");
        headers.put("Fragment-Host", "host");
        headers.remove("Bundle-ManifestVersion");

        assertThat(refused(jar(headers)).reasons()).hasSize(3);
    }

    @Test
    void aJarThatIsNotOnTheListOfHashesIsRefused() throws Exception {
        Path file = jar(bundle());

        assertThat(verify(file, List.of(Digests.sha256Hex(Files.readAllBytes(file))), List.of())
                        .bundle())
                .isEqualTo("a.plugin");
        DeploymentRefused refused =
                catchThrowableOfType(DeploymentRefused.class, () -> verify(file, List.of("0".repeat(64)), List.of()));
        assertThat(refused.reasons())
                .singleElement()
                .asString()
                .contains("is not among the 1 that deploy.trust.sha256");
    }

    @Test
    void whereSignersAreNamedAJarMustBeSignedByOneOfThem() throws Exception {
        Path trusted = key("trusted");
        Path other = key("other");
        Path plain = jar(bundle(), zip -> put(zip, "a/B.class", classFile("a.B")));
        Path signed = sign(plain, "trusted");

        assertThat(verify(signed, List.of(), List.of(trusted)).bundle()).isEqualTo("a.plugin");
        assertThat(untrusted(plain, trusted)).contains("its entry a/B.class has none");
        assertThat(untrusted(signed, other))
                .contains("it is signed by CN=trusted", "none of which deploy.trust.signers");
    }

    @Test
    void anEntryAddedAfterSigningIsNotCoveredByTheSignature() throws Exception {
        Path trusted = key("trusted");
        Path signed = sign(jar(bundle(), zip -> put(zip, "a/B.class", classFile("a.B"))), "trusted");
        Path more = folder.resolve("more.jar");
        try (var from = new ZipFile(signed.toFile());
                var to = new ZipOutputStream(Files.newOutputStream(more))) {
            for (ZipEntry entry : java.util.Collections.list(from.entries())) {
                try (InputStream in = from.getInputStream(entry)) {
                    put(to, entry.getName(), in.readAllBytes());
                }
            }
            put(to, "a/Evil.class", classFile("a.Evil"));
        }

        assertThat(untrusted(more, trusted)).contains("its entry a/Evil.class has none");
    }

    @Test
    void anEntryChangedAfterSigningBreaksTheSignature() throws Exception {
        Path trusted = key("trusted");
        Path signed = sign(jar(bundle(), zip -> put(zip, "a/B.class", classFile("a.B"))), "trusted");
        Path changed = folder.resolve("changed.jar");
        try (var from = new ZipFile(signed.toFile());
                var to = new ZipOutputStream(Files.newOutputStream(changed))) {
            for (ZipEntry entry : java.util.Collections.list(from.entries())) {
                try (InputStream in = from.getInputStream(entry)) {
                    put(
                            to,
                            entry.getName(),
                            entry.getName().equals("a/B.class") ? classFile("a.Other") : in.readAllBytes());
                }
            }
        }

        assertThat(untrusted(changed, trusted)).contains("its signature is broken");
    }

    private String untrusted(Path file, Path signer) {
        DeploymentRefused refused =
                catchThrowableOfType(DeploymentRefused.class, () -> verify(file, List.of(), List.of(signer)));
        return String.join("\n", refused.reasons());
    }

    /** Makes a key unless a test has already made it; returns the PEM file of its certificate. */
    private Path key(String name) throws Exception {
        if (!Files.exists(keystore(name))) {
            make(name);
        }
        String certificate = java.util.Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(store(name).getCertificate(name).getEncoded());
        return Files.writeString(
                folder.resolve(name + ".pem"),
                "-----BEGIN CERTIFICATE-----\n" + certificate + "\n-----END CERTIFICATE-----\n");
    }

    private static void make(String name) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> make = List.of(
                keytool.toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-storetype",
                "PKCS12",
                "-keystore",
                keystore(name).toString(),
                "-storepass",
                "secret",
                "-validity",
                "30");
        Process process = new ProcessBuilder(make).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static Path keystore(String name) {
        return keys.resolve(name + ".p12");
    }

    private static KeyStore store(String name) throws Exception {
        return KeyStore.getInstance(keystore(name).toFile(), "secret".toCharArray());
    }

    private Path sign(Path jar, String name) throws Exception {
        Path signed = folder.resolve("signed.jar");
        var entry = (KeyStore.PrivateKeyEntry)
                store(name).getEntry(name, new KeyStore.PasswordProtection("secret".toCharArray()));
        var path = CertificateFactory.getInstance("X.509").generateCertPath(List.of(entry.getCertificate()));
        try (var zip = new ZipFile(jar.toFile());
                OutputStream out = Files.newOutputStream(signed)) {
            new JarSigner.Builder(entry.getPrivateKey(), path).build().sign(zip, out);
        }
        return signed;
    }
}
