package dev.signalbox.server.web;

import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.json.PageWriter;
import dev.signalbox.platform.registry.EventType;
import dev.signalbox.platform.registry.EventTypeStore;
import dev.signalbox.platform.registry.OptimisticChange;
import dev.signalbox.runtime.platform.EventPlatform;
import dev.signalbox.runtime.platform.RunningPlatform;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** Registered types of events. */
@RestController
record EventTypesController(EventPlatform platform) {
    private static final String ONE = PlatformRoutes.EVENT_TYPES + "/{id}";
    private static final String WHAT = "event type";

    @PostMapping(PlatformRoutes.EVENT_TYPES)
    ResponseEntity<byte[]> create(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, ConflictException {
        RunningPlatform running = platform.running();
        EventType.Fields fields = EventType.readNew(JsonContent.read(request));
        EventType type = running.store().eventTypes().create(running.ids().next(), fields);
        return JsonContent.created(PlatformRoutes.EVENT_TYPES + "/" + type.id(), JsonWriter.object(type::write));
    }

    @GetMapping(PlatformRoutes.EVENT_TYPES)
    ResponseEntity<byte[]> list(HttpServletRequest request) throws StoreException {
        PlatformParams params = new PlatformParams(request, "after");
        return JsonContent.ok(PageWriter.page(store().list(params.page()), (out, type) -> type.write(out)));
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
        EventTypeStore store = store();
        EventType present =
                store.find(PlatformParams.pathId(WHAT, id)).orElseThrow(() -> ProblemException.noSuch(WHAT, id));
        byte[] body = JsonContent.read(request);
        return answer(
                id,
                OptimisticChange.apply(
                        present, () -> store.find(present.id()), read -> store.change(read, read.readChange(body))));
    }

    @PostMapping(ONE + "/archive")
    ResponseEntity<byte[]> archive(@PathVariable String id) throws StoreException {
        return answer(id, store().archive(PlatformParams.pathId(WHAT, id)));
    }

    private EventTypeStore store() throws StoreException {
        return platform.running().store().eventTypes();
    }

    private static ResponseEntity<byte[]> answer(String id, Optional<EventType> type) {
        EventType found = type.orElseThrow(() -> ProblemException.noSuch(WHAT, id));
        return JsonContent.ok(JsonWriter.object(found::write));
    }
}
