package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.registry.ServiceAccount.SecretChange;
import dev.signalbox.platform.secret.Secret;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.platform.secret.StoredSecret;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates and changes service accounts as clients ask for it. Their secrets are encrypted with the id of the account. */
public final class ServiceAccounts {
    private final ServiceAccountStore store;
    private final TsidIds ids;
    private final SecretCipher cipher;

    public ServiceAccounts(ServiceAccountStore store, TsidIds ids, SecretCipher cipher) {
        this.store = store;
        this.ids = ids;
        this.cipher = cipher;
    }

    /** @param caller the client that asks; empty for the anchor */
    public ServiceAccount create(String caller, byte[] body)
            throws MalformedJsonException, InvalidInputException, StoreException, ConflictException {
        ServiceAccount.Fields fields = ServiceAccount.readNew(caller, body);
        Tsid id = ids.next();
        ServiceAccount.StoredSecrets secrets =
                new ServiceAccount.StoredSecrets(stored(id, fields.bearerToken()), stored(id, fields.signingSecret()));
        return store.create(id, fields.client(), fields.name(), secrets);
    }

    /** Empty if it is gone. */
    public Optional<ServiceAccount> change(ServiceAccount present, byte[] body)
            throws MalformedJsonException, InvalidInputException, StoreException, ConflictException {
        ServiceAccount.Change change = present.readChange(body);
        Tsid id = present.id();
        return store.change(id, change.name(), stored(id, change.bearerToken()), stored(id, change.signingSecret()));
    }

    private SecretChange<StoredSecret> stored(Tsid id, SecretChange<Secret> change) {
        return new SecretChange<>(change.given(), stored(id, change.secret()));
    }

    private @Nullable StoredSecret stored(Tsid id, @Nullable Secret secret) {
        return secret == null ? null : cipher.store(secret, id.toString());
    }
}
