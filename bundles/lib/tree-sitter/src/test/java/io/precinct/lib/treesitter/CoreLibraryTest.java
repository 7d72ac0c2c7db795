package io.precinct.lib.treesitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CoreLibraryTest {
    @Test
    void everyLibraryIsTheOneThatItsChecksumNames() throws Exception {
        var found = new TreeMap<String, String>();
        for (String platform : new String[] {"darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"}) {
            URL library = CoreLibrary.of(platform).orElseThrow();
            String path = library.getPath();
            found.put(platform + path.substring(path.lastIndexOf('/')), sha256(library));
        }
        assertThat(found).isEqualTo(checksums());
    }

    @Test
    void aPlatformWithoutALibraryIsTold() {
        assertThat(CoreLibrary.of("plan9-x64")).isEmpty();
    }

    private static Map<String, String> checksums() throws IOException {
        var checksums = new TreeMap<String, String>();
        try (InputStream in = CoreLibrary.class.getResourceAsStream("/natives/SHA256SUMS")) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                String[] parts = line.split(" +", -1);
                checksums.put(parts[1], parts[0]);
            });
        }
        return checksums;
    }

    private static String sha256(URL url) throws Exception {
        try (InputStream in = url.openStream()) {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(in.readAllBytes()));
        }
    }
}
