package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.registry.ServiceAccount.SecretChange;
import dev.signalbox.platform.secret.StoredSecret;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps service accounts. */
public interface ServiceAccountStore {
    /** @throws ConflictException if the client has an account with this name */
    ServiceAccount create(Tsid id, String client, String name, ServiceAccount.StoredSecrets secrets)
            throws StoreException, ConflictException;

    /**
     * Changes what is given.
     *
     * @param name null to keep it
     * @throws ConflictException if the client has another account with this name
     */
    Optional<ServiceAccount> change(
            Tsid id,
            @Nullable String name,
            SecretChange<StoredSecret> bearerToken,
            SecretChange<StoredSecret> signingSecret)
            throws StoreException, ConflictException;

    /** @throws ConflictException if a subscription uses it, or jobs wait that do */
    boolean delete(Tsid id) throws StoreException, ConflictException;

    Optional<ServiceAccount> find(Tsid id) throws StoreException;

    Optional<ServiceAccount.StoredSecrets> secrets(Tsid id) throws StoreException;

    /** @param client null for those of all clients */
    ResultPage<ServiceAccount> list(@Nullable String client, PageRequest<Tsid> page) throws StoreException;
}
