package dev.signalbox.server.web;

import dev.signalbox.core.admin.EventPage;
import dev.signalbox.core.admin.EventQuery;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.admin.CatboxEventsAdmin;
import dev.signalbox.runtime.admin.NodeRelays;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

/** The events of Catbox's table, under the addresses that its users know. */
@RestController
final class OutboxEventsController {
    private static final String EVENTS = "/api/outbox-events";
    private static final int LONGEST_ID = 1_000;

    private final NodeRelays statuses;

    OutboxEventsController(NodeRelays statuses) {
        this.statuses = statuses;
    }

    @GetMapping(EVENTS)
    ResponseEntity<List<OutboxEventViews.Event>> all(HttpServletRequest request)
            throws SourceException, RefusedException {
        return list(request, EventQuery.Filter.ALL);
    }

    @GetMapping(EVENTS + "/pending")
    ResponseEntity<List<OutboxEventViews.Event>> pending(HttpServletRequest request)
            throws SourceException, RefusedException {
        return list(request, EventQuery.Filter.PENDING);
    }

    @GetMapping(EVENTS + "/search")
    OutboxEventViews.Page search(HttpServletRequest request) throws SourceException, RefusedException {
        var params = new OutboxEventParams(
                request,
                "page",
                "size",
                "eventType",
                "aggregateType",
                "aggregateId",
                "pendingOnly",
                "sortBy",
                "direction",
                "relay");
        String relay = params.relay();
        EventQuery query = params.search();
        return OutboxEventViews.page(query, admin(relay).search(query));
    }

    @PostMapping(EVENTS + "/{id}/mark-unsent")
    ResponseEntity<Void> markUnsent(@PathVariable String id, HttpServletRequest request) throws SourceException {
        CatboxEventsAdmin office = admin(new QueryParams(request, "relay").text("relay", LONGEST_ID));
        QueryParams.ValueLimits.text("id", id, LONGEST_ID);
        return switch (office.markUnsent(Operator.of(request), id)) {
            case MARKED, PENDING -> ResponseEntity.noContent().build();
            case IN_FLIGHT ->
                throw ProblemException.conflict(
                        "Event '" + id + "' is being sent; what comes of that is recorded first. Look again.");
            case ROW_LOCKED ->
                throw ProblemException.conflict("Event '" + id + "' is being changed by somebody else; look again.");
            case UNKNOWN -> throw unknown(id, office);
        };
    }

    private static ProblemException unknown(String id, CatboxEventsAdmin office) {
        return office.archive()
                .map(archive -> ProblemException.notFound("There is no event '" + ProblemException.shown(id)
                        + "'. If it was archived, it is in the table " + archive
                        + ", from which nothing is sent: bring its row back first."))
                .orElseGet(() -> ProblemException.noSuch("event", id));
    }

    /** A list has no place to say that there is more, so a header does. */
    private ResponseEntity<List<OutboxEventViews.Event>> list(HttpServletRequest request, EventQuery.Filter filter)
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
        return ResponseEntity.ok().headers(headers).body(OutboxEventViews.events(page));
    }

    private CatboxEventsAdmin admin(@Nullable String asked) {
        List<String> relays = statuses.eventRelays();
        String relay = asked != null && !asked.isEmpty() ? asked : only(relays);
        if (!relays.contains(relay)) {
            throw ProblemException.notFound("Relay '" + relay + "' is not one with the layout catbox; "
                    + (relays.isEmpty() ? "there is none." : "there is " + String.join(", ", relays) + "."));
        }
        return RelayAdminLookup.find(statuses, relay)
                .events()
                .orElseThrow(() -> ProblemException.noSuch("relay", relay));
    }

    private static String only(List<String> relays) {
        if (relays.isEmpty()) {
            throw ProblemException.notFound("No relay has the layout catbox, whose events these addresses show;"
                    + " GET /api/relays/{relay}/messages lists those of the others.");
        }
        if (relays.size() > 1) {
            throw ProblemException.badParameter(
                    "relay", "", "one of " + relays + ", for several relays have the layout catbox");
        }
        return relays.getFirst();
    }
}
