package io.precinct.common.secret;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlSecretsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "postgres://app:hunter2@db/x | postgres://app:***@db/x",
                "jdbc:postgresql://app:hunter2@db:5432/x?ssl=true | jdbc:postgresql://app:***@db:5432/x?ssl=true",
                "redis://:hunter2@cache:6379/0 | redis://:***@cache:6379/0",
                "amqp://a:p%40ss@mq/%2f | amqp://a:***@mq/%2f",
                "mongodb+srv://a:p@ss@h1,h2/db | mongodb+srv://a:***@h1,h2/db",
                "postgres://app:p/ss@db/x | postgres://app:***@db/x",
                "postgres://app:p#ss@db/x | postgres://app:***@db/x",
                "postgres://app:p?ss@db/x | postgres://app:***@db/x",
                "https://ghp_abc@github.com/a.git | https://***@github.com/a.git",
                "https://x-access-token:ghp_abc@github.com | https://x-access-token:***@github.com",
                "https://h/x?token=abc&page=2 | https://h/x?token=***&page=2",
                "https://h/x?page=2&API_KEY=abc | https://h/x?page=2&API_KEY=***",
                "https://h/cb#access_token=abc&state=1 | https://h/cb#access_token=***&state=1",
                "https://h/x?api%5Fkey=abc | https://h/x?api%5Fkey=***",
                "https://s3/x?X-Amz-Signature=abc&X-Amz-Expires=9 | https://s3/x?X-Amz-Signature=***&X-Amz-Expires=9",
                "jdbc:sqlserver://db:1433;user=sa;password=abc;x=1 | jdbc:sqlserver://db:1433;user=sa;password=***;x=1",
                "jdbc:postgresql://db/x?user=a&password=b | jdbc:postgresql://db/x?user=a&password=***",
                "a=http://u:p@h, b=http://v:q@i | a=http://u:***@h, b=http://v:***@i",
                "http://u:p@h,http://v:q@i | http://u:***@h,http://v:***@i",
                "{\"url\":\"http://u:p@h/\"} | {\"url\":\"http://u:***@h/\"}",
                "proxy?to=http://u:p@h/&x=1 | proxy?to=http://u:***@h/&x=1",
            })
    void theSecretsOfAddressesAreMasked(String text, String masked) {
        assertThat(UrlSecrets.mask(text)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "password=hunter2",
                "ssh://git@host/a.git",
                "https://host:8443/users/@me",
                "https://host/a?page=2#top",
                "https://[::1]:80/",
                "https://[::1]/users/@me",
                "mongodb://h1:1,h2:2/db?x=a@b",
                "a@b.example",
                "postgres://app:@db/x",
                "://",
                "x://@",
                "https://h/x?token=",
                "https://h/x?token",
            })
    void whatHoldsNoSecretStaysAsItIs(String text) {
        assertThat(UrlSecrets.mask(text)).isSameAs(text);
    }

    @Test
    @Timeout(60)
    void manyAddressesTakeTimeInProportionToTheText() {
        int many = 1 << 20;
        String text = "://:@".repeat(many) + "://" + ";".repeat(many) + " ://" + "a:".repeat(many) + "://".repeat(many);

        assertThat(UrlSecrets.mask(text)).hasSizeLessThanOrEqualTo(text.length());
    }
}
