package dev.signalbox.platform.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class SecretCipherTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private final SecretCipher cipher = SecretCipher.withKey(key(1), RANDOM);

    private static String key(int seed) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) seed;
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void aStoredSecretShowsNothingAndComesBack() throws UnreadableSecretException {
        Secret secret = cipher.generate();

        StoredSecret stored = cipher.store(secret, "owner");

        assertThat(stored.text()).startsWith("aes1:").doesNotContain(secret.text());
        assertThat(cipher.store(secret, "owner")).as("each time another nonce").isNotEqualTo(stored);
        assertThat(cipher.read(stored, "owner")).isEqualTo(secret);
        assertThat(secret + " " + stored).isEqualTo("*** ***");
        assertThat(SecretRules.signing(secret.text())).isEmpty();
    }

    @Test
    void itBelongsToItsOwnerAndKey() {
        StoredSecret stored = cipher.store(new Secret("whsec_x"), "owner");

        assertThatThrownBy(() -> cipher.read(stored, "other")).isInstanceOf(UnreadableSecretException.class);
        assertThatThrownBy(() -> SecretCipher.withKey(key(2), RANDOM).read(stored, "owner"))
                .isInstanceOf(UnreadableSecretException.class)
                .hasMessageContaining("another key");
        assertThatThrownBy(() -> SecretCipher.none(RANDOM).read(stored, "owner"))
                .hasMessageContaining("no key");
    }

    @Test
    void whatWasStoredAsTextIsReadWithAKeyToo() throws UnreadableSecretException {
        StoredSecret stored = SecretCipher.none(RANDOM).store(new Secret("plain"), "owner");

        assertThat(stored.text()).isEqualTo("text:plain");
        assertThat(cipher.read(stored, "owner").text()).isEqualTo("plain");
    }

    @Test
    void aKeyHas32Bytes() {
        assertThatThrownBy(() -> SecretCipher.withKey("AAAA", RANDOM)).hasMessageContaining("32 bytes");
        assertThatThrownBy(() -> SecretCipher.withKey("?", RANDOM)).hasMessageContaining("base64");
    }
}
