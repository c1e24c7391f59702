package dev.signalbox.platform.secret;

import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.secret.SecretKeyStore.OwnedSecret;
import dev.signalbox.platform.secret.SecretKeyStore.RecordedKey;
import java.util.List;
import java.util.Optional;

/**
 * Finds out whether a node's key is the one of the stored secrets, before the node delivers anything. The first node with a key records
 * a value that is encrypted with it; each later one must be able to read that.
 */
public final class SecretKeyCheck {
    /** A key may be right although single entries are not readable, so several are tried. */
    static final int TRIED = 100;

    private static final String OWNER = "the check of the key";
    private static final Secret CHECKED = new Secret("signalbox");

    /** Whether a node can read the stored secrets. */
    public enum KeyFit {
        FITS,
        /** Secrets are encrypted, and this node has no key. */
        MISSING,
        /** Secrets are encrypted with another key. */
        WRONG
    }

    private final SecretKeyStore store;
    private final SecretCipher cipher;

    public SecretKeyCheck(SecretKeyStore store, SecretCipher cipher) {
        this.store = store;
        this.cipher = cipher;
    }

    /** Secrets that are stored as text need no key, and fit any. */
    public KeyFit check() throws StoreException {
        Optional<RecordedKey> recorded = store.find();
        if (!cipher.hasKey()) {
            return recorded.isPresent() || !encrypted().isEmpty() ? KeyFit.MISSING : KeyFit.FITS;
        }
        if (recorded.isEmpty() && opensNone(encrypted())) {
            return KeyFit.WRONG;
        }
        StoredSecret known = recorded.isPresent() ? recorded.get().value() : null;
        StoredSecret counts = known == null ? store.record(cipher.store(CHECKED, OWNER)) : known;
        return opens(new OwnedSecret(OWNER, counts)) ? KeyFit.FITS : KeyFit.WRONG;
    }

    private List<OwnedSecret> encrypted() throws StoreException {
        return store.latest(SecretCipher.ENCRYPTED, TRIED);
    }

    private boolean opensNone(List<OwnedSecret> secrets) {
        return !secrets.isEmpty() && secrets.stream().noneMatch(this::opens);
    }

    private boolean opens(OwnedSecret owned) {
        try {
            cipher.read(owned.secret(), owned.owner());
            return true;
        } catch (UnreadableSecretException _) {
            return false;
        }
    }
}
