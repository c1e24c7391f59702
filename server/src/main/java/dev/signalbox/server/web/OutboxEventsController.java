package dev.signalbox.server.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.signalbox.core.admin.EventAdmin.EventPage;
import dev.signalbox.core.admin.EventAdmin.EventQuery;
import dev.signalbox.core.admin.EventAdmin.OutboxEvent;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.admin.CatboxEventsAdmin;
import jakarta.servlet.http.HttpServletRequest;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

/** The events of Catbox's table, at Catbox's URLs. */
@RestController
record OutboxEventsController(WebServer.Services services) {
    private static final String EVENTS = "/api/outbox-events";
    private static final int MAX_ID_LENGTH = 1_000;
    private static final String[] SEARCH = {
        "page", "size", "eventType", "aggregateType", "aggregateId", "pendingOnly", "sortBy", "direction", "relay"
    };

    @GetMapping(EVENTS)
    ResponseEntity<List<Event>> all(HttpServletRequest request) throws SourceException, RefusedException {
        return list(request, EventQuery.Filter.ALL);
    }

    @GetMapping(EVENTS + "/pending")
    ResponseEntity<List<Event>> pending(HttpServletRequest request) throws SourceException, RefusedException {
        return list(request, EventQuery.Filter.PENDING);
    }

    @GetMapping(EVENTS + "/search")
    Page search(HttpServletRequest request) throws SourceException, RefusedException {
        var params = new OutboxEventParams(request, SEARCH);
        String relay = params.relay();
        EventQuery query = params.search();
        return page(query, admin(relay).search(query));
    }

    @PostMapping(EVENTS + "/{id}/mark-unsent")
    ResponseEntity<Void> markUnsent(@PathVariable String id, HttpServletRequest request) throws SourceException {
        CatboxEventsAdmin admin = admin(new QueryParams(request, "relay").text("relay", MAX_ID_LENGTH));
        QueryParams.limited("id", id, MAX_ID_LENGTH);
        return switch (admin.markUnsent(AuthenticationFilter.operator(request), id)) {
            case MARKED, PENDING -> ResponseEntity.noContent().build();
            case IN_FLIGHT ->
                throw ProblemException.conflict(
                        "Event '" + id + "' is in flight; its outcome is recorded first. Look again.");
            case ROW_LOCKED ->
                throw ProblemException.conflict("Event '" + id + "' is being changed by another client; look again.");
            case UNKNOWN -> throw unknown(id, admin);
        };
    }

    private static ProblemException unknown(String id, CatboxEventsAdmin admin) {
        return admin.archive()
                .map(archive -> ProblemException.notFound("There is no event '" + ProblemException.shown(id)
                        + "'. If it was archived, it is in the table " + archive
                        + ", which is not sent: move its row back first."))
                .orElseGet(() -> ProblemException.noSuch("event", id));
    }

    /** A plain list cannot say that there is more, so a Link header does. */
    private ResponseEntity<List<Event>> list(HttpServletRequest request, EventQuery.Filter filter)
            throws SourceException, RefusedException {
        var params = new OutboxEventParams(request, "page", "size", "relay");
        String relay = params.relay();
        EventQuery query = params.all(filter);
        EventPage page = admin(relay).search(query);
        HttpHeaders headers = new HttpHeaders();
        if ((query.page() + 1L) * query.size() < page.total()) {
            String next = UriComponentsBuilder.fromPath(request.getRequestURI())
                    .query(request.getQueryString())
                    .replaceQueryParam("page", query.page() + 1)
                    .build()
                    .toUriString();
            headers.add(HttpHeaders.LINK, "<" + next + ">; rel=\"next\"");
        }
        return ResponseEntity.ok().headers(headers).body(events(page));
    }

    private CatboxEventsAdmin admin(@Nullable String requested) {
        List<String> relays = services.relays().eventRelays();
        String relay = requested != null && !requested.isEmpty() ? requested : only(relays);
        if (!relays.contains(relay)) {
            throw ProblemException.notFound("Relay '" + relay + "' is not one with the layout catbox; "
                    + (relays.isEmpty() ? "there is none." : "there is " + String.join(", ", relays) + "."));
        }
        return RelaysController.admin(services.relays(), relay)
                .events()
                .orElseThrow(() -> ProblemException.noSuch("relay", relay));
    }

    private static String only(List<String> relays) {
        if (relays.isEmpty()) {
            throw ProblemException.notFound("No relay has the layout catbox, and only its events are listed here;"
                    + " GET /api/relays/{relay}/messages lists those of the others.");
        }
        if (relays.size() > 1) {
            throw ProblemException.badParameter(
                    "relay", "", "one of " + relays + ", because several relays have the layout catbox");
        }
        return relays.getFirst();
    }

    /** One event; Signalbox adds the last four members. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Event(
            Object id,
            @Nullable String aggregateType,
            @Nullable String aggregateId,
            @Nullable String eventType,
            @Nullable String correlationId,
            String payload,
            @Nullable Instant createdAt,
            @Nullable Instant sentAt,
            @Nullable Instant inProgressUntil,
            boolean payloadCut,
            MessageState state,
            int attempts,
            @Nullable String lastError) {}

    /** A page with the members of Spring's; Signalbox adds the last one. */
    record Page(
            List<Event> content,
            long totalElements,
            int totalPages,
            int number,
            int size,
            int numberOfElements,
            boolean first,
            boolean last,
            boolean empty,
            boolean totalIsLowerBound) {}

    private static Page page(EventQuery query, EventPage page) {
        int pages = (page.total() + query.size() - 1) / query.size();
        return new Page(
                events(page),
                page.total(),
                pages,
                query.page(),
                query.size(),
                page.events().size(),
                query.page() == 0,
                query.page() + 1 >= pages,
                page.events().isEmpty(),
                page.more());
    }

    private static List<Event> events(EventPage page) {
        return page.events().stream().map(OutboxEventsController::event).toList();
    }

    private static Event event(OutboxEvent event) {
        return new Event(
                event.numbered() ? number(event.id()) : event.id(),
                event.aggregateType(),
                event.aggregateId(),
                event.eventType(),
                event.correlationId(),
                event.payload().text(),
                event.createdAt(),
                event.sentAt(),
                event.inProgressUntil(),
                event.payload().cut(),
                event.state(),
                event.attempts(),
                event.lastError());
    }

    private static Object number(String id) {
        try {
            return new BigInteger(id);
        } catch (NumberFormatException e) {
            return id;
        }
    }
}
