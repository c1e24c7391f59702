package dev.signalbox.server.web;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.delivery.TestDelivery;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.json.JsonValue;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.registry.SubscriptionStore;
import dev.signalbox.platform.registry.Subscriptions;
import dev.signalbox.runtime.platform.EventPlatform;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Subscriptions: which events go where. */
@RestController
@RequestMapping(PlatformRoutes.SUBSCRIPTIONS)
final class SubscriptionsController extends RegistryController<Subscription> {
    private final EventPlatform platform;

    SubscriptionsController(EventPlatform platform) {
        super("subscription", (out, subscription) -> subscription.write(out));
        this.platform = platform;
    }

    /** The only answer with the secret, besides that to a rotation. */
    @PostMapping
    ResponseEntity<byte[]> create(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        Subscriptions.WithSecret created =
                platform.running().subscriptions().create(Clients.ANCHOR, JsonContent.read(request));
        return JsonContent.created(
                PlatformRoutes.SUBSCRIPTIONS + "/" + created.subscription().id(), JsonWriter.object(created::write));
    }

    @Override
    ResultPage<Subscription> page(HttpServletRequest request) throws StoreException {
        PlatformParams params = new PlatformParams(request, "after", "clientId");
        return store().list(params.text("clientId", InputLimits.CLIENT), params.page());
    }

    @Override
    Optional<Subscription> find(String id) throws StoreException {
        return store().find(parse(id));
    }

    @Override
    Optional<Subscription> change(Subscription present, byte[] body)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        return platform.changed(platform.running().subscriptions().change(present, body));
    }

    @DeleteMapping(ONE)
    ResponseEntity<Void> delete(@PathVariable String id) throws StoreException {
        return deleted(id, platform.changed(store().delete(parse(id))));
    }

    @PostMapping(ONE + "/pause")
    ResponseEntity<byte[]> pause(@PathVariable String id) throws StoreException {
        return answer(id, platform.changed(store().pause(parse(id), null)));
    }

    @PostMapping(ONE + "/resume")
    ResponseEntity<byte[]> resume(@PathVariable String id) throws StoreException {
        return answer(id, platform.changed(store().resume(parse(id))));
    }

    /** A body with the new secret may be left out: then one is generated. */
    @PostMapping(ONE + "/rotate-secret")
    ResponseEntity<byte[]> rotateSecret(@PathVariable String id, HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException {
        Tsid known = parse(id);
        Optional<byte[]> body = JsonContent.readIfAny(request);
        Optional<JsonValue> value = body.isEmpty() ? Optional.empty() : Optional.of(JsonValue.of(body.get()));
        Subscriptions.WithSecret rotated =
                found(id, platform.running().subscriptions().rotateSecret(known, value));
        return JsonContent.ok(JsonWriter.object(platform.changed(rotated)::write));
    }

    /** Sends a made-up event, and answers with what the target said. */
    @PostMapping(ONE + "/test")
    ResponseEntity<byte[]> test(@PathVariable String id) throws StoreException, InterruptedException {
        Subscription subscription = present(id);
        try {
            TestDelivery.Result result = found(id, platform.running().tests().send(subscription));
            return JsonContent.ok(JsonWriter.object(result::write));
        } catch (TestDelivery.BusyException e) {
            throw ProblemException.unavailable(String.valueOf(e.getMessage()));
        }
    }

    private SubscriptionStore store() throws StoreException {
        return platform.running().store().subscriptions();
    }
}
