package dev.signalbox.server.web;

import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.registry.EventType;
import dev.signalbox.platform.registry.EventTypeStore;
import dev.signalbox.platform.registry.OptimisticChange;
import dev.signalbox.runtime.platform.EventPlatform;
import dev.signalbox.runtime.platform.RunningPlatform;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Registered types of events. */
@RestController
@RequestMapping(PlatformRoutes.EVENT_TYPES)
final class EventTypesController extends RegistryController<EventType> {
    private final EventPlatform platform;

    EventTypesController(EventPlatform platform) {
        super("event type", (out, type) -> type.write(out));
        this.platform = platform;
    }

    @PostMapping
    ResponseEntity<byte[]> create(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        RunningPlatform running = platform.running();
        EventType.Fields fields = EventType.readNew(JsonContent.read(request));
        EventType type = running.store().eventTypes().create(running.ids().next(), fields);
        return JsonContent.created(PlatformRoutes.EVENT_TYPES + "/" + type.id(), JsonWriter.object(type::write));
    }

    @Override
    ResultPage<EventType> page(HttpServletRequest request) throws StoreException {
        PlatformParams params = new PlatformParams(request, "after");
        return store().list(params.page());
    }

    @Override
    Optional<EventType> find(String id) throws StoreException {
        return store().find(parse(id));
    }

    @Override
    Optional<EventType> change(EventType present, byte[] body)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        EventTypeStore store = store();
        return OptimisticChange.apply(
                present, () -> store.find(present.id()), read -> store.change(read, read.readChange(body)));
    }

    @PostMapping(ONE + "/archive")
    ResponseEntity<byte[]> archive(@PathVariable String id) throws StoreException {
        return answer(id, store().archive(parse(id)));
    }

    private EventTypeStore store() throws StoreException {
        return platform.running().store().eventTypes();
    }
}
