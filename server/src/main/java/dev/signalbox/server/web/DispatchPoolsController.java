package dev.signalbox.server.web;

import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.json.PageWriter;
import dev.signalbox.platform.registry.DispatchPool;
import dev.signalbox.platform.registry.DispatchPool.PoolStatus;
import dev.signalbox.platform.registry.DispatchPoolStore;
import dev.signalbox.platform.registry.OptimisticChange;
import dev.signalbox.runtime.platform.EventPlatform;
import dev.signalbox.runtime.platform.RunningPlatform;
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

/** Limits that subscriptions and jobs share. */
@RestController
record DispatchPoolsController(EventPlatform platform) {
    private static final String ONE = PlatformRoutes.DISPATCH_POOLS + "/{id}";
    private static final String WHAT = "dispatch pool";

    @PostMapping(PlatformRoutes.DISPATCH_POOLS)
    ResponseEntity<byte[]> create(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        RunningPlatform running = platform.running();
        DispatchPool.Fields fields = DispatchPool.readNew(Clients.ANCHOR, JsonContent.read(request));
        DispatchPool pool = running.store().dispatchPools().create(running.ids().next(), fields);
        return JsonContent.created(PlatformRoutes.DISPATCH_POOLS + "/" + pool.id(), JsonWriter.object(pool::write));
    }

    @GetMapping(PlatformRoutes.DISPATCH_POOLS)
    ResponseEntity<byte[]> list(HttpServletRequest request) throws StoreException {
        PlatformParams params = new PlatformParams(request, "after", "clientId");
        return JsonContent.ok(PageWriter.page(
                store().list(params.text("clientId", InputLimits.CLIENT), params.page()),
                (out, pool) -> pool.write(out)));
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
        DispatchPoolStore store = store();
        DispatchPool present =
                store.find(PlatformParams.pathId(WHAT, id)).orElseThrow(() -> ProblemException.noSuch(WHAT, id));
        byte[] body = JsonContent.read(request);
        return answer(
                id,
                platform.changed(OptimisticChange.apply(
                        present, () -> store.find(present.id()), read -> store.change(read, read.readChange(body)))));
    }

    @DeleteMapping(ONE)
    ResponseEntity<Void> delete(@PathVariable String id) throws StoreException, ConflictException {
        if (!platform.changed(store().delete(PlatformParams.pathId(WHAT, id)))) {
            throw ProblemException.noSuch(WHAT, id);
        }
        return ResponseEntity.noContent().build();
    }

    @PostMapping(ONE + "/suspend")
    ResponseEntity<byte[]> suspend(@PathVariable String id) throws StoreException {
        return status(id, PoolStatus.SUSPENDED);
    }

    @PostMapping(ONE + "/activate")
    ResponseEntity<byte[]> activate(@PathVariable String id) throws StoreException {
        return status(id, PoolStatus.ACTIVE);
    }

    @PostMapping(ONE + "/archive")
    ResponseEntity<byte[]> archive(@PathVariable String id) throws StoreException {
        return status(id, PoolStatus.ARCHIVED);
    }

    private ResponseEntity<byte[]> status(String id, PoolStatus status) throws StoreException {
        return answer(id, platform.changed(store().changeStatus(PlatformParams.pathId(WHAT, id), status)));
    }

    private DispatchPoolStore store() throws StoreException {
        return platform.running().store().dispatchPools();
    }

    private static ResponseEntity<byte[]> answer(String id, Optional<DispatchPool> pool) {
        DispatchPool found = pool.orElseThrow(() -> ProblemException.noSuch(WHAT, id));
        return JsonContent.ok(JsonWriter.object(found::write));
    }
}
