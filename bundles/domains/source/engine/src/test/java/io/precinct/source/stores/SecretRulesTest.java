package io.precinct.source.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretRulesTest {
    private final SecretRules none = new SecretRules(List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "db/PASSWORD",
                "db/user_passwd",
                "db_pwd",
                "clientSecret",
                "auth/token.txt",
                "api_key",
                "apiKey",
                "tls.key",
                "server.key.pem",
                "access-keys",
                "credentials.json",
                "secrets/db/url",
                "app/tokens/a"
            })
    void whatIsNamedLikeASecretIsOne(String key) {
        assertThat(none.isSecret(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"db/url", "keyboard", "passengers", "secretary/name", "app/keynote", "pwdir"})
    void whatIsNamedOtherwiseIsNone(String key) {
        assertThat(none.isSecret(key)).isFalse();
    }

    @Test
    void globsAreOverTheWholeKey() {
        var rules = new SecretRules(List.of("db/**", "*/licence"));
        assertThat(rules.isSecret("db/main/url")).isTrue();
        assertThat(rules.isSecret("app/licence")).isTrue();
        assertThat(rules.isSecret("app/db/url")).isFalse();
        assertThat(rules.isSecret("a/b/licence")).isFalse();
    }
}
