package dev.signalbox.server.web;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.delivery.TestDelivery;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.JsonValue;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.json.PageWriter;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.registry.SubscriptionStore;
import dev.signalbox.platform.registry.Subscriptions;
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

/** Subscriptions: which events go where. */
@RestController
record SubscriptionsController(EventPlatform platform) {
    private static final String ONE = PlatformRoutes.SUBSCRIPTIONS + "/{id}";
    private static final String WHAT = "subscription";

    /** The only answer with the secret, besides that to a rotation. */
    @PostMapping(PlatformRoutes.SUBSCRIPTIONS)
    ResponseEntity<byte[]> create(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        Subscriptions.WithSecret created =
                platform.running().subscriptions().create(Clients.ANCHOR, JsonContent.read(request));
        return JsonContent.created(
                PlatformRoutes.SUBSCRIPTIONS + "/" + created.subscription().id(), JsonWriter.object(created::write));
    }

    @GetMapping(PlatformRoutes.SUBSCRIPTIONS)
    ResponseEntity<byte[]> list(HttpServletRequest request) throws StoreException {
        PlatformParams params = new PlatformParams(request, "after", "clientId");
        return JsonContent.ok(PageWriter.page(
                store().list(params.text("clientId", InputLimits.CLIENT), params.page()),
                (out, subscription) -> subscription.write(out)));
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
        Subscription present =
                store().find(PlatformParams.pathId(WHAT, id)).orElseThrow(() -> ProblemException.noSuch(WHAT, id));
        return answer(
                id, platform.changed(platform.running().subscriptions().change(present, JsonContent.read(request))));
    }

    @DeleteMapping(ONE)
    ResponseEntity<Void> delete(@PathVariable String id) throws StoreException {
        if (!platform.changed(store().delete(PlatformParams.pathId(WHAT, id)))) {
            throw ProblemException.noSuch(WHAT, id);
        }
        return ResponseEntity.noContent().build();
    }

    @PostMapping(ONE + "/pause")
    ResponseEntity<byte[]> pause(@PathVariable String id) throws StoreException {
        return answer(id, platform.changed(store().pause(PlatformParams.pathId(WHAT, id), null)));
    }

    @PostMapping(ONE + "/resume")
    ResponseEntity<byte[]> resume(@PathVariable String id) throws StoreException {
        return answer(id, platform.changed(store().resume(PlatformParams.pathId(WHAT, id))));
    }

    /** A body with the new secret may be left out: then one is generated. */
    @PostMapping(ONE + "/rotate-secret")
    ResponseEntity<byte[]> rotateSecret(@PathVariable String id, HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException {
        Tsid known = PlatformParams.pathId(WHAT, id);
        Optional<byte[]> body = JsonContent.readIfAny(request);
        Optional<JsonValue> value = body.isEmpty() ? Optional.empty() : Optional.of(JsonValue.of(body.get()));
        Subscriptions.WithSecret rotated = platform.running()
                .subscriptions()
                .rotateSecret(known, value)
                .orElseThrow(() -> ProblemException.noSuch(WHAT, id));
        return JsonContent.ok(JsonWriter.object(platform.changed(rotated)::write));
    }

    /** Sends a made-up event, and answers with what the target said. */
    @PostMapping(ONE + "/test")
    ResponseEntity<byte[]> test(@PathVariable String id) throws StoreException, InterruptedException {
        Subscription subscription =
                store().find(PlatformParams.pathId(WHAT, id)).orElseThrow(() -> ProblemException.noSuch(WHAT, id));
        try {
            TestDelivery.Result result =
                    platform.running().tests().send(subscription).orElseThrow(() -> ProblemException.noSuch(WHAT, id));
            return JsonContent.ok(JsonWriter.object(result::write));
        } catch (TestDelivery.BusyException e) {
            throw ProblemException.unavailable(String.valueOf(e.getMessage()));
        }
    }

    private SubscriptionStore store() throws StoreException {
        return platform.running().store().subscriptions();
    }

    private static ResponseEntity<byte[]> answer(String id, Optional<Subscription> subscription) {
        Subscription found = subscription.orElseThrow(() -> ProblemException.noSuch(WHAT, id));
        return JsonContent.ok(JsonWriter.object(found::write));
    }
}
