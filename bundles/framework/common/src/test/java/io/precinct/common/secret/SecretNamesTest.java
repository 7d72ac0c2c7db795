package io.precinct.common.secret;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "DB_PASSWORD",
                "user_passwd",
                "db_pwd",
                "dbPwd",
                "DB_PASS",
                "dbPass",
                "pass",
                "clientSecret",
                "CLIENTSECRET",
                "secrets",
                "token.txt",
                "authToken",
                "tokens",
                "tokenUrl",
                "api_key",
                "apiKey",
                "APIKEY",
                "apikeys",
                "key_id",
                "tls.key",
                "server.key.pem",
                "access-keys",
                "credentials.json",
                "creds",
                "aws_creds",
                "auth",
                "_auth",
                "basicAuth",
                "authorization",
                "Authorisation",
                "jwt",
                "JWTs",
                "passphrase",
                "passcode",
                ".dockerconfigjson",
                ".dockercfg",
                ".pgpass",
                ".netrc",
                ".npmrc",
                ".htpasswd",
                "id_rsa",
                "deploy.id_rsa.bak",
                "id_ed25519",
                "kubeconfig",
                "kubeconfig.yaml",
                "keystore.jks",
                "ｐａｓｓｗｏｒｄ",
                "pa\u017f\u017fword",
            })
    void aNameLikeThatOfASecretIsTelling(String name) {
        assertThat(SecretNames.isTelling(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "url",
                "keyboard",
                "keyspace",
                "keynote",
                "monkey",
                "Monkeys",
                "turkey",
                "tokenizer",
                "tokenization",
                "passengers",
                "compass",
                "bypass",
                "secretary",
                "author",
                "authors",
                "authority",
                "oauth2",
                "sacred",
                "grid_rsa",
                "id_rsax",
                "config.json",
                "",
            })
    void anotherNameIsNot(String name) {
        assertThat(SecretNames.isTelling(name)).isFalse();
    }

    @Test
    void aPathIsTellingByEachOfItsNames() {
        assertThat(SecretNames.isTellingPath("db_password/current")).isTrue();
        assertThat(SecretNames.isTellingPath("app/private_key/pem")).isTrue();
        assertThat(SecretNames.isTellingPath("app/api_key")).isTrue();
        assertThat(SecretNames.isTellingPath("app//url")).isFalse();
        assertThat(SecretNames.isTellingPath("monkey/url")).isFalse();
    }
}
