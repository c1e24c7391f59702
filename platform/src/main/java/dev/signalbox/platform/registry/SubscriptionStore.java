package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.secret.StoredSecret;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps subscriptions. Each change raises the version that ingest compares. */
public interface SubscriptionStore {
    /** How long the former secret signs after a rotation, by the database's clock. */
    Duration ROTATION = Duration.ofHours(24);

    /** @throws ConflictException if the client has a subscription with this code */
    Subscription create(Tsid id, SubscriptionFields fields, StoredSecret secret)
            throws StoreException, ConflictException;

    /**
     * Replaces its fields, all but client and code. Empty, and nothing is changed, if it is not as it was read any more.
     *
     * @throws ConflictException if what it refers to is gone
     */
    Optional<Subscription> change(Subscription read, SubscriptionFields fields)
            throws StoreException, ConflictException;

    /** @param reason why it is paused; null if an operator or client did it */
    Optional<Subscription> pause(Tsid id, @Nullable String reason) throws StoreException;

    /** Pauses it if it is active and still has this target. Returns whether it did. */
    boolean pauseTarget(Tsid id, String target, String reason) throws StoreException;

    Optional<Subscription> resume(Tsid id) throws StoreException;

    /** From now on both secrets sign, and after {@link #ROTATION} only the new one. */
    Optional<Subscription> rotateSecret(Tsid id, StoredSecret secret) throws StoreException;

    /** Removes it from all lists. Its code is free again. Returns whether it was there. */
    boolean delete(Tsid id) throws StoreException;

    Optional<Subscription> find(Tsid id) throws StoreException;

    /** Its secrets at this moment of the database's clock. */
    Optional<SigningSecrets> secrets(Tsid id) throws StoreException;

    /** @param client null for those of all clients */
    ResultPage<Subscription> list(@Nullable String client, PageRequest<Tsid> page) throws StoreException;
}
