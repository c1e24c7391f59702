package dev.signalbox.platform.secret;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts secrets with AES-256-GCM before they are stored. The owner's id is authenticated with the secret, so that a stored
 * value can't be moved to another entry. Without a key, secrets are stored as text, which is logged once.
 */
public final class SecretCipher {
    private static final System.Logger LOG = System.getLogger(SecretCipher.class.getName());
    /** What an encrypted secret begins with. */
    static final String ENCRYPTED = "aes1:";

    private static final String PLAIN = "text:";
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final String SIGNING_PREFIX = "whsec_";
    private static final int SIGNING_BYTES = 32;

    private final @Nullable SecretKey key;
    private final SecureRandom random;

    private SecretCipher(@Nullable SecretKey key, SecureRandom random) {
        this.key = key;
        this.random = random;
    }

    /** @param key 32 bytes in base64 */
    public static SecretCipher withKey(String key, SecureRandom random) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(key);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the key for secrets must be " + KEY_BYTES + " bytes in base64", e);
        }
        if (bytes.length != KEY_BYTES) {
            throw new IllegalArgumentException(
                    "the key for secrets must have %d bytes in base64 but has %d".formatted(KEY_BYTES, bytes.length));
        }
        return new SecretCipher(new SecretKeySpec(bytes, "AES"), random);
    }

    /** Stores secrets as text. */
    public static SecretCipher none(SecureRandom random) {
        LOG.log(
                System.Logger.Level.WARNING,
                "secrets are stored as text, because no key is configured: whoever reads the database can sign webhooks");
        return new SecretCipher(null, random);
    }

    boolean hasKey() {
        return key != null;
    }

    /** A new secret for signing webhooks. */
    public Secret generate() {
        byte[] bytes = new byte[SIGNING_BYTES];
        random.nextBytes(bytes);
        return new Secret(SIGNING_PREFIX + Base64.getEncoder().encodeToString(bytes));
    }

    /** @param owner the id of the entry that the secret belongs to */
    public StoredSecret store(Secret secret, String owner) {
        SecretKey present = key;
        if (present == null) {
            return new StoredSecret(PLAIN + secret.text());
        }
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] text = secret.text().getBytes(StandardCharsets.UTF_8);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, present, nonce, owner).doFinal(text);
            byte[] all = ByteBuffer.allocate(nonce.length + sealed.length)
                    .put(nonce)
                    .put(sealed)
                    .array();
            return new StoredSecret(ENCRYPTED + Base64.getEncoder().encodeToString(all));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform cannot encrypt with AES-256-GCM", e);
        }
    }

    /** @throws UnreadableSecretException if the key is missing or another one, or the value was moved or changed */
    public Secret read(StoredSecret stored, String owner) throws UnreadableSecretException {
        String text = stored.text();
        if (text.startsWith(PLAIN)) {
            return new Secret(text.substring(PLAIN.length()));
        }
        SecretKey present = key;
        if (present == null || !text.startsWith(ENCRYPTED)) {
            throw new UnreadableSecretException(
                    "the secret of %s is encrypted, but no key that fits is configured".formatted(owner));
        }
        try {
            byte[] all = Base64.getDecoder().decode(text.substring(ENCRYPTED.length()));
            byte[] nonce = Arrays.copyOf(all, NONCE_BYTES);
            byte[] plain = cipher(Cipher.DECRYPT_MODE, present, nonce, owner)
                    .doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
            return new Secret(new String(plain, StandardCharsets.UTF_8));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new UnreadableSecretException(
                    "the secret of %s was encrypted with another key than the configured one".formatted(owner));
        }
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String owner) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
