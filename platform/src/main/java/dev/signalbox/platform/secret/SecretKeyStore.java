package dev.signalbox.platform.secret;

import dev.signalbox.platform.StoreException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the value by which a node finds out whether it has the key of the stored secrets. */
public interface SecretKeyStore {
    /**
     * What is recorded about the key.
     *
     * @param value encrypted with it; null after an operator has decided that the next key counts
     */
    record RecordedKey(@Nullable StoredSecret value) {}

    /** A secret with the id of its entry. */
    record OwnedSecret(String owner, StoredSecret secret) {}

    /** Empty if no node with a key has started yet. */
    Optional<RecordedKey> find() throws StoreException;

    /** Records a value, unless there is one. Returns the one that counts. */
    StoredSecret record(StoredSecret value) throws StoreException;

    /**
     * Secrets of subscriptions and of service accounts, those of the latest change first.
     *
     * @param form what they begin with
     * @param most of each kind
     */
    List<OwnedSecret> latest(String form, int most) throws StoreException;
}
