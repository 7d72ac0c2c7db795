package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.common.certificate.CertificateFiles;
import io.precinct.common.certificate.ServerCertificate;
import io.precinct.common.certificate.ServerCertificate.Validity;
import io.precinct.common.certificate.UnusableCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.time.Duration;
import java.time.Instant;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCertificateTest {
    @TempDir
    private Path folder;

    private Path certificate;
    private Path key;
    private TestCertificate made;

    @BeforeEach
    void make() throws Exception {
        certificate = folder.resolve("c.pem");
        key = folder.resolve("k.pem");
        made = TestCertificate.of("EC");
        made.writePem(certificate, key);
    }

    private ServerCertificate read(String password) throws Exception {
        return ServerCertificate.read(new CertificateFiles(null, certificate, key, password));
    }

    @Test
    void aKeyMayBeEncrypted() throws Exception {
        String algorithm = "PBEWithHmacSHA256AndAES_256";
        SecretKey secret =
                SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec("passphrase".toCharArray()));
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(Cipher.ENCRYPT_MODE, secret);
        byte[] encrypted = cipher.doFinal(made.key());
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("PBES2");
        parameters.init(cipher.getParameters().getEncoded());
        byte[] encoded = new EncryptedPrivateKeyInfo(parameters, encrypted).getEncoded();
        Files.writeString(key, TestCertificate.pem("ENCRYPTED PRIVATE KEY", encoded));
        assertThat(read("passphrase").expires()).isNotNull();
        assertThatThrownBy(() -> read("wrong")).hasMessageContaining("cannot be used");
    }

    @Test
    void bothMayStandInOneFile() throws Exception {
        Files.writeString(certificate, Files.readString(key) + "\nsome text\n" + Files.readString(certificate));
        key = certificate;
        assertThat(read("").store().size()).isEqualTo(1);
    }

    @Test
    void whatDoesNotFitIsNamedWithWhatToDo() throws Exception {
        TestCertificate.other("EC").writePem(folder.resolve("other"), key);
        String mismatch = "the key in " + key + " is not that of the certificate in " + certificate;
        assertUnusable(key, mismatch);
        TestCertificate.of("RSA").writePem(folder.resolve("other"), key);
        assertUnusable(key, mismatch);
        Files.writeString(key, TestCertificate.pem("EC PRIVATE KEY", made.key()));
        assertUnusable(key, "openssl pkcs8 -topk8");
        Files.writeString(key, "nothing");
        assertUnusable(key, "holds no private key in PEM");
        Files.writeString(key, TestCertificate.pem("PRIVATE KEY", new byte[] {1, 2, 3}));
        assertUnusable(key, key + " cannot be used");
        Files.delete(key);
        assertUnusable(key, "there is no file " + key);
        Files.writeString(certificate, "nothing");
        assertUnusable(certificate, "holds no certificate in PEM");
        Files.delete(certificate);
        Files.createDirectory(certificate);
        assertUnusable(certificate, certificate + " cannot be read");
        var wrong = new CertificateFiles(made.writeKeystore(folder.resolve("k.p12")), null, null, "wrong");
        assertThatThrownBy(() -> ServerCertificate.read(wrong))
                .hasMessageContaining("is not a keystore that this password opens");
        assertThat(wrong.toString()).doesNotContain("wrong");
    }

    private void assertUnusable(Path file, String advice) {
        assertThatThrownBy(() -> read(""))
                .isInstanceOfSatisfying(
                        UnusableCertificate.class,
                        fault -> assertThat(fault.file()).isEqualTo(file))
                .extracting(fault -> ((UnusableCertificate) fault).advice())
                .asString()
                .contains(advice);
    }

    @Test
    void theDatesDecideWhetherClientsAcceptIt() throws Exception {
        ServerCertificate read = read("");
        Instant end = read.expires();
        assertThat(read.at(end.minus(Duration.ofDays(15)))).isEqualTo(Validity.VALID);
        assertThat(read.fault(end.minus(Duration.ofDays(15)))).isNull();
        assertThat(read.at(end.minus(Duration.ofDays(13)))).isEqualTo(Validity.ENDS_SOON);
        assertThat(read.fault(end.minus(Duration.ofDays(13)))).contains(end.toString(), "within 14 days");
        assertThat(read.at(end)).isEqualTo(Validity.EXPIRED);
        assertThat(read.fault(end)).isEqualTo("the certificate expired on " + end);
        assertThat(read.at(read.begins().minusSeconds(1))).isEqualTo(Validity.NOT_YET);
        assertThat(read.since(Validity.EXPIRED)).isEqualTo(end);
    }
}
