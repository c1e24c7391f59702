package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps service accounts. */
public interface ServiceAccountStore {
    /** @throws ConflictException if the client has an account with this name */
    ServiceAccount create(Tsid id, String client, String name, ServiceAccount.StoredSecrets secrets)
            throws StoreException, ConflictException;

    /**
     * Changes the name, and those secrets that are not null.
     *
     * @throws ConflictException if the client has another account with this name
     */
    Optional<ServiceAccount> change(Tsid id, String name, ServiceAccount.StoredSecrets secrets)
            throws StoreException, ConflictException;

    /** @throws ConflictException if a subscription uses it */
    boolean delete(Tsid id) throws StoreException, ConflictException;

    Optional<ServiceAccount> find(Tsid id) throws StoreException;

    Optional<ServiceAccount.StoredSecrets> secrets(Tsid id) throws StoreException;

    /** @param client null for those of all clients */
    ResultPage<ServiceAccount> list(@Nullable String client, PageRequest<Tsid> page) throws StoreException;
}
