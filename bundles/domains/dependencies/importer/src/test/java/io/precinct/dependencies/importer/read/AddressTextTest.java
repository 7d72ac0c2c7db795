package io.precinct.dependencies.importer.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://cart                                    | cart http://cart null
            http://cart:8080/api?token=secret              | cart http://cart:8080 8080
            https://user:secret@cart:8443/x#secret         | cart https://cart:8443 8443
            http://user:se@cret@cart:80                    | cart http://cart:80 80
            jdbc:postgresql://db:5432/shop?password=secret | db postgresql://db:5432 5432
            jdbc:sqlserver://db:1433;password=secret       | db sqlserver://db:1433 1433
            mongodb://u:secret@m1:27017,m2:27018/x         | m1 mongodb://m1:27017 27017, m2 mongodb://m2:27018 27018
            user:secret@tcp(db:3306)/shop                  | db null 3306
            redis:6379                                     | redis null 6379
            k1:9092,k2:9092                                | k1 null 9092, k2 null 9092
            --target=cart.shop.svc.cluster.local:80        | cart.shop.svc.cluster.local null 80
            cart:99999                                     | ''
            12:30:45                                       | ''
            plain                                          | ''
            """)
    void addressesAreFoundWithoutCredentials(String text, String found) {
        List<String> all = AddressText.find(text).stream()
                .map(address -> address.host() + " " + address.url() + " " + address.port())
                .toList();
        assertThat(String.join(", ", all)).isEqualTo(found).doesNotContain("secret");
    }

    // @req:dependency-import-hostile
    @Test
    @Timeout(10)
    void noTextTakesLong() {
        assertThat(AddressText.find("a-".repeat(9_999))).isEmpty();
        assertThat(AddressText.find("a:1".repeat(6_000)).size()).isLessThan(6_000);
        assertThat(AddressText.find("http://" + "a,".repeat(9_000) + "b")).hasSize(9_001);
        assertThat(AddressText.find("http://cart:80 ".repeat(100_000)))
                .as("is too long")
                .isEmpty();
    }
}
