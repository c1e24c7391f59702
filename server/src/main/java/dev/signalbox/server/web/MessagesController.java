package dev.signalbox.server.web;

import dev.signalbox.core.operation.BulkAction;
import dev.signalbox.core.operation.MessageFilter;
import dev.signalbox.core.operation.MessageQuery;
import dev.signalbox.core.operation.MessageState;
import dev.signalbox.core.operation.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.office.RelayOffice;
import dev.signalbox.runtime.office.RelayStatuses;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The messages of a relay: listed, explained, retried and discarded. */
@RestController
final class MessagesController {
    private static final String MESSAGES = "/api/relays/{name}/messages";
    private static final String FAILED = "/api/relays/{name}/failed";
    private static final int PAGE = 50;
    private static final int LONGEST = 1_000;
    private static final int LONGEST_MARK = 8_192;
    private static final int BULK = 1_000;

    private final RelayStatuses statuses;

    MessagesController(RelayStatuses statuses) {
        this.statuses = statuses;
    }

    @GetMapping(MESSAGES)
    MessageViews.Page messages(@PathVariable String name, HttpServletRequest request) throws SourceException {
        RelayOffice office = Offices.find(statuses, name);
        Params params =
                new Params(request, "state", "group", "type", "changedBefore", "reasonContains", "limit", "after");
        String after = params.text("after", LONGEST_MARK);
        var filter = new MessageFilter(
                params.text("group", LONGEST),
                params.text("type", LONGEST),
                params.moment("changedBefore"),
                params.text("reasonContains", LONGEST));
        MessageState state = params.choice("state", MessageState.values());
        var query = new MessageQuery(state, filter, params.number("limit", PAGE, 1, MessageQuery.MOST), after);
        try {
            return MessageViews.page(office.page(query));
        } catch (IllegalArgumentException e) {
            throw ProblemException.badParameter("after", String.valueOf(after), "what a page before gave as next");
        }
    }

    @GetMapping(MESSAGES + "/{id}")
    MessageViews.One message(@PathVariable String name, @PathVariable String id)
            throws SourceException, InterruptedException {
        return MessageViews.one(name, find(name, id));
    }

    /** Does not show the message: it may be delivered, and gone, by now. */
    @PostMapping(MESSAGES + "/{id}/retry")
    Map<String, String> retry(@PathVariable String name, @PathVariable String id, HttpServletRequest request)
            throws SourceException, RefusedException, InterruptedException {
        act(BulkAction.Kind.RETRY, name, id, request);
        return Map.of("relay", name, "retried", id);
    }

    @PostMapping(MESSAGES + "/{id}/discard")
    Map<String, String> discard(
            @PathVariable String name,
            @PathVariable String id,
            @RequestBody(required = false) @Nullable JsonNode given,
            HttpServletRequest request)
            throws SourceException, RefusedException, InterruptedException {
        Offices.find(statuses, name);
        confirm(new Body(given, "confirm"));
        act(BulkAction.Kind.DISCARD, name, id, request);
        return Map.of("relay", name, "discarded", id);
    }

    @PostMapping(FAILED + "/retry")
    MessageViews.Bulk retryMany(
            @PathVariable String name,
            @RequestBody(required = false) @Nullable JsonNode given,
            HttpServletRequest request)
            throws SourceException, RefusedException {
        Body body = new Body(given, "group", "type", "failedBefore", "reasonContains", "limit", "dryRun");
        return many(BulkAction.Kind.RETRY, name, body, request);
    }

    @PostMapping(FAILED + "/discard")
    MessageViews.Bulk discardMany(
            @PathVariable String name,
            @RequestBody(required = false) @Nullable JsonNode given,
            HttpServletRequest request)
            throws SourceException, RefusedException {
        Body body = new Body(given, "group", "type", "failedBefore", "reasonContains", "limit", "dryRun", "confirm");
        if (!body.flag("dryRun")) {
            confirm(body);
        }
        return many(BulkAction.Kind.DISCARD, name, body, request);
    }

    private MessageViews.Bulk many(BulkAction.Kind kind, String name, Body body, HttpServletRequest request)
            throws SourceException, RefusedException {
        RelayOffice office = Offices.find(statuses, name);
        var filter = new MessageFilter(
                body.text("group", LONGEST),
                body.text("type", LONGEST),
                body.moment("failedBefore"),
                body.text("reasonContains", LONGEST));
        int limit = body.number("limit", BULK, 1, BulkAction.MOST);
        boolean dryRun = body.flag("dryRun");
        BulkAction.Result result =
                dryRun ? office.dryRun(filter, limit) : office.actOnMany(Operator.of(request), kind, filter, limit);
        return MessageViews.bulk(dryRun, result);
    }

    private static void confirm(Body body) {
        if (!body.flag("confirm")) {
            throw ProblemException.badParameter(
                    "confirm", "false", "true, for a discarded message is deleted for ever");
        }
    }

    private RelayOffice.Explained find(String name, String id) throws SourceException, InterruptedException {
        RelayOffice office = Offices.find(statuses, name);
        Params.Limits.text("id", id, LONGEST);
        return office.find(id).orElseThrow(() -> ProblemException.noSuch("message", id));
    }

    private void act(BulkAction.Kind kind, String name, String id, HttpServletRequest request)
            throws SourceException, RefusedException, InterruptedException {
        MessageState state = find(name, id).message().summary().state();
        if (state != MessageState.FAILED) {
            throw ProblemException.conflict(
                    "Message '" + id + "' is " + state + "; only what is FAILED can be retried or discarded.");
        }
        if (!Offices.find(statuses, name).act(Operator.of(request), kind, id)) {
            throw ProblemException.conflict("Message '" + id + "' is being changed by somebody else; look again.");
        }
    }
}
