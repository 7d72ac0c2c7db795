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
                "db/PASSWORD",
                "db_password/current",
                "api_key/value",
                "private_key/pem",
                "creds/DB/url",
                "secrets/db/url",
                "app/tokens/a",
                "home/.pgpass"
            })
    void theNamesOfKeysAndTheirFoldersAreTelling(String key) {
        assertThat(none.isSecret(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"db/url", "keyboard", "monkey/business", "secretary/name", "app/tokenizer"})
    void otherNamesAreNot(String key) {
        assertThat(none.isSecret(key)).isFalse();
    }

    @Test
    void globsAreOverTheWholeKey() {
        var rules = new SecretRules(List.of("db/**", "*/licence"));
        assertThat(rules.isSecret("db/main/url")).isTrue();
        assertThat(rules.isSecret("app/licence")).isTrue();
        assertThat(rules.isSecret("app/db/url")).isFalse();
        assertThat(rules.isSecret("a/b/licence")).isFalse();
        assertThat(rules.isSecret("DB/Main/url")).isTrue();
        assertThat(new SecretRules(List.of("Data/**")).isSecret("data/x")).isTrue();
    }
}
