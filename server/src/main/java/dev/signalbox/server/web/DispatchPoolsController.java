package dev.signalbox.server.web;

import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
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
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Limits that subscriptions and jobs share. */
@RestController
@RequestMapping(PlatformRoutes.DISPATCH_POOLS)
final class DispatchPoolsController extends RegistryController<DispatchPool> {
    private final EventPlatform platform;

    DispatchPoolsController(EventPlatform platform) {
        super("dispatch pool", (out, pool) -> pool.write(out));
        this.platform = platform;
    }

    @PostMapping
    ResponseEntity<byte[]> create(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        RunningPlatform running = platform.running();
        DispatchPool.Fields fields = DispatchPool.readNew(Clients.ANCHOR, JsonContent.read(request));
        DispatchPool pool = running.store().dispatchPools().create(running.ids().next(), fields);
        return JsonContent.created(PlatformRoutes.DISPATCH_POOLS + "/" + pool.id(), JsonWriter.object(pool::write));
    }

    @Override
    ResultPage<DispatchPool> page(HttpServletRequest request) throws StoreException {
        PlatformParams params = new PlatformParams(request, "after", "clientId");
        return store().list(params.text("clientId", InputLimits.CLIENT), params.page());
    }

    @Override
    Optional<DispatchPool> find(String id) throws StoreException {
        return store().find(parse(id));
    }

    @Override
    Optional<DispatchPool> change(DispatchPool present, byte[] body)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        DispatchPoolStore store = store();
        return platform.changed(OptimisticChange.apply(
                present, () -> store.find(present.id()), read -> store.change(read, read.readChange(body))));
    }

    @DeleteMapping(ONE)
    ResponseEntity<Void> delete(@PathVariable String id) throws StoreException, ConflictException {
        return deleted(id, platform.changed(store().delete(parse(id))));
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
        return answer(id, platform.changed(store().changeStatus(parse(id), status)));
    }

    private DispatchPoolStore store() throws StoreException {
        return platform.running().store().dispatchPools();
    }
}
