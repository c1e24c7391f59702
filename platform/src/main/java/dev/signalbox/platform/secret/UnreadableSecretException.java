package dev.signalbox.platform.secret;

/** A stored secret can't be decrypted. */
public final class UnreadableSecretException extends Exception {
    public UnreadableSecretException(String message) {
        super(message);
    }
}
