package dev.signalbox.server.web;

import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.registry.ServiceAccount;
import dev.signalbox.platform.registry.ServiceAccountStore;
import dev.signalbox.runtime.platform.EventPlatform;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Service accounts: the credentials with which webhooks are sent. The tokens and secrets of accounts are never shown. */
@RestController
@RequestMapping(PlatformRoutes.SERVICE_ACCOUNTS)
final class ServiceAccountsController extends RegistryController<ServiceAccount> {
    private final EventPlatform platform;

    ServiceAccountsController(EventPlatform platform) {
        super("service account", (out, account) -> account.write(out));
        this.platform = platform;
    }

    @PostMapping
    ResponseEntity<byte[]> create(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        ServiceAccount account = platform.running().serviceAccounts().create(Clients.ANCHOR, JsonContent.read(request));
        return JsonContent.created(
                PlatformRoutes.SERVICE_ACCOUNTS + "/" + account.id(), JsonWriter.object(account::write));
    }

    @Override
    ResultPage<ServiceAccount> page(HttpServletRequest request) throws StoreException {
        PlatformParams params = new PlatformParams(request, "after", "clientId");
        return store().list(params.text("clientId", InputLimits.CLIENT), params.page());
    }

    @Override
    Optional<ServiceAccount> find(String id) throws StoreException {
        return store().find(parse(id));
    }

    @Override
    Optional<ServiceAccount> change(ServiceAccount present, byte[] body)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        return platform.changed(platform.running().serviceAccounts().change(present, body));
    }

    @DeleteMapping(ONE)
    ResponseEntity<Void> delete(@PathVariable String id) throws StoreException, ConflictException {
        return deleted(id, platform.changed(store().delete(parse(id))));
    }

    private ServiceAccountStore store() throws StoreException {
        return platform.running().store().serviceAccounts();
    }
}
