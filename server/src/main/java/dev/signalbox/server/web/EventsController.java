package dev.signalbox.server.web;

import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.event.Event;
import dev.signalbox.platform.event.EventBodies;
import dev.signalbox.platform.event.EventFormat;
import dev.signalbox.platform.event.EventSearch;
import dev.signalbox.platform.ingest.EventAnswers;
import dev.signalbox.platform.ingest.IngestResult;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.json.PageWriter;
import dev.signalbox.runtime.platform.EventPlatform;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes events, and shows them. */
@RestController
record EventsController(EventPlatform platform) {
    private static final String BEYOND = "afterId";
    private static final String[] SEARCH = {
        "type",
        "source",
        "subject",
        "correlationId",
        "causationId",
        "messageGroup",
        "clientId",
        "after",
        "before",
        "contextData.<key>"
    };

    @PostMapping(PlatformRoutes.EVENTS)
    ResponseEntity<byte[]> post(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, InputTooLargeException {
        EventFormat format = JsonContent.format(request, JsonContent.CLOUD_EVENT);
        IngestResult result =
                platform.running().post(EventBodies.single(Clients.ANCHOR, format, BudgetedBody.read(request)));
        if (result.duplicate()) {
            return JsonContent.ok(EventAnswers.single(whole(request, result)));
        }
        return JsonContent.created(PlatformRoutes.EVENTS + "/" + result.event().id(), EventAnswers.single(result));
    }

    /** The original with all its data, which comes without where several are stored together. */
    private IngestResult whole(HttpServletRequest request, IngestResult result) throws StoreException {
        Optional<Event> original = result.event().dataLeftOut()
                ? platform.running().store().events().find(result.event().id())
                : Optional.empty();
        original.ifPresent(event -> takeForAnswer(request, event));
        return original.isEmpty() ? result : new IngestResult(original.get(), true);
    }

    private static void takeForAnswer(HttpServletRequest request, Event event) {
        JsonText data = event.fields().data();
        BudgetedBody.takeForAnswer(request, data == null ? 0 : data.text().length());
    }

    @PostMapping(PlatformRoutes.EVENT_BATCH)
    ResponseEntity<byte[]> postAll(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, InputTooLargeException {
        EventFormat format = JsonContent.format(request, JsonContent.CLOUD_EVENT_BATCH);
        boolean partial = PlatformParams.flag(request, "partial");
        EventBodies.Batch batch = EventBodies.batch(Clients.ANCHOR, format, BudgetedBody.read(request));
        byte[] body = partial
                ? EventAnswers.partialBatch(platform.running().postGood(batch))
                : EventAnswers.batch(platform.running().postAll(batch));
        return JsonContent.answer(HttpStatus.CREATED, body);
    }

    @GetMapping(PlatformRoutes.EVENTS + "/{id}")
    ResponseEntity<byte[]> one(@PathVariable String id, HttpServletRequest request) throws StoreException {
        Event event = platform.running()
                .store()
                .events()
                .find(PlatformParams.pathId("event", id))
                .orElseThrow(() -> ProblemException.noSuch("event", id));
        takeForAnswer(request, event);
        return JsonContent.ok(JsonWriter.object(event::write));
    }

    @GetMapping(PlatformRoutes.EVENTS)
    ResponseEntity<byte[]> search(HttpServletRequest request) throws StoreException {
        PlatformParams params = new PlatformParams(request, BEYOND, SEARCH);
        EventSearch search = new EventSearch(
                params.text("clientId", InputLimits.CLIENT),
                params.text("type", InputLimits.TYPE),
                params.text("source", InputLimits.SOURCE),
                params.text("subject", InputLimits.SUBJECT),
                params.text("correlationId", InputLimits.REFERENCE),
                params.text("causationId", InputLimits.REFERENCE),
                params.text("messageGroup", InputLimits.GROUP),
                params.time("after"),
                params.time("before"),
                params.contextData(),
                params.page());
        return JsonContent.ok(
                PageWriter.page(platform.running().store().events().search(search), (out, event) -> event.write(out)));
    }
}
