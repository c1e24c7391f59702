package dev.signalbox.server.web;

import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.json.PageWriter;
import dev.signalbox.platform.registry.ServiceAccount;
import dev.signalbox.platform.registry.ServiceAccountStore;
import dev.signalbox.runtime.platform.EventPlatform;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** As whom webhooks are sent. The tokens and secrets of accounts are never shown. */
@RestController
record ServiceAccountsController(EventPlatform platform) {
    private static final String ONE = PlatformRoutes.SERVICE_ACCOUNTS + "/{id}";
    private static final String WHAT = "service account";

    @PostMapping(PlatformRoutes.SERVICE_ACCOUNTS)
    ResponseEntity<byte[]> create(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        ServiceAccount account = platform.running().serviceAccounts().create(Clients.ANCHOR, JsonContent.read(request));
        return JsonContent.created(
                PlatformRoutes.SERVICE_ACCOUNTS + "/" + account.id(), JsonWriter.object(account::write));
    }

    @GetMapping(PlatformRoutes.SERVICE_ACCOUNTS)
    ResponseEntity<byte[]> list(HttpServletRequest request) throws StoreException {
        PlatformParams params = new PlatformParams(request, "after", "clientId");
        return JsonContent.ok(PageWriter.page(
                store().list(params.text("clientId", InputLimits.CLIENT), params.page()),
                (out, account) -> account.write(out)));
    }

    @GetMapping(ONE)
    ResponseEntity<byte[]> one(@PathVariable String id) throws StoreException {
        return answer(id, store().find(PlatformParams.pathId(WHAT, id)));
    }

    @RequestMapping(
            path = ONE,
            method = {RequestMethod.PUT, RequestMethod.PATCH})
    ResponseEntity<byte[]> change(@PathVariable String id, HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        ServiceAccount present =
                store().find(PlatformParams.pathId(WHAT, id)).orElseThrow(() -> ProblemException.noSuch(WHAT, id));
        return answer(
                id, platform.changed(platform.running().serviceAccounts().change(present, JsonContent.read(request))));
    }

    @DeleteMapping(ONE)
    ResponseEntity<Void> delete(@PathVariable String id) throws StoreException, ConflictException {
        if (!platform.changed(store().delete(PlatformParams.pathId(WHAT, id)))) {
            throw ProblemException.noSuch(WHAT, id);
        }
        return ResponseEntity.noContent().build();
    }

    private ServiceAccountStore store() throws StoreException {
        return platform.running().store().serviceAccounts();
    }

    private static ResponseEntity<byte[]> answer(String id, Optional<ServiceAccount> account) {
        ServiceAccount found = account.orElseThrow(() -> ProblemException.noSuch(WHAT, id));
        return JsonContent.ok(JsonWriter.object(found::write));
    }
}
