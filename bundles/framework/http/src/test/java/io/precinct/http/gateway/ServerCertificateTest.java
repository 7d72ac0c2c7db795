package io.precinct.http.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.http.TestCertificate;
import io.precinct.http.gateway.GatewaySettings.TlsFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
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
        return ServerCertificate.read(new TlsFiles(null, certificate, key, password));
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
        assertThatThrownBy(() -> read(""))
                .hasMessage("the key in " + key + " is not that of the certificate in " + certificate);
        Files.writeString(key, TestCertificate.pem("EC PRIVATE KEY", made.key()));
        assertThatThrownBy(() -> read("")).hasMessageContaining("openssl pkcs8 -topk8");
        Files.writeString(key, "nothing");
        assertThatThrownBy(() -> read("")).hasMessageContaining("holds no private key in PEM");
        Files.writeString(key, TestCertificate.pem("PRIVATE KEY", new byte[] {1, 2, 3}));
        assertThatThrownBy(() -> read("")).hasMessageContaining("cannot be used");
        Files.writeString(certificate, "nothing");
        assertThatThrownBy(() -> read("")).hasMessageContaining("holds no certificate in PEM");
        var wrong = new TlsFiles(made.writeKeystore(folder.resolve("k.p12")), null, null, "wrong");
        assertThatThrownBy(() -> ServerCertificate.read(wrong)).hasMessageContaining("cannot be read as a keystore");
        assertThat(wrong.toString()).doesNotContain("wrong");
    }
}
