package dev.signalbox.server.web;

import dev.signalbox.core.admin.BulkAction;
import dev.signalbox.core.admin.MessageFilter;
import dev.signalbox.core.admin.MessageQuery;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.admin.NodeRelays;
import dev.signalbox.runtime.admin.RelayAdmin;
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

    private final NodeRelays statuses;

    MessagesController(NodeRelays statuses) {
        this.statuses = statuses;
    }

    @GetMapping(MESSAGES)
    MessageViews.Page messages(@PathVariable String name, HttpServletRequest request) throws SourceException {
        RelayAdmin office = RelayAdminLookup.find(statuses, name);
        QueryParams queryParams =
                new QueryParams(request, "state", "group", "type", "changedBefore", "reasonContains", "limit", "after");
        String after = queryParams.text("after", LONGEST_MARK);
        var filter = new MessageFilter(
                queryParams.text("group", LONGEST),
                queryParams.text("type", LONGEST),
                queryParams.moment("changedBefore"),
                queryParams.text("reasonContains", LONGEST));
        MessageState state = queryParams.choice("state", MessageState.values());
        var query = new MessageQuery(state, filter, queryParams.number("limit", PAGE, 1, MessageQuery.MOST), after);
        try {
            return MessageViews.page(office.page(query));
        } catch (IllegalArgumentException e) {
            throw ProblemException.badParameter("after", String.valueOf(after), "what a page before gave as next");
        }
    }

    @GetMapping(MESSAGES + "/{id}")
    MessageViews.MessageView message(@PathVariable String name, @PathVariable String id)
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
        RelayAdminLookup.find(statuses, name);
        confirm(new JsonRequestBody(given, "confirm"));
        act(BulkAction.Kind.DISCARD, name, id, request);
        return Map.of("relay", name, "discarded", id);
    }

    @PostMapping(FAILED + "/retry")
    MessageViews.BulkResult retryMany(
            @PathVariable String name,
            @RequestBody(required = false) @Nullable JsonNode given,
            HttpServletRequest request)
            throws SourceException, RefusedException {
        JsonRequestBody jsonRequestBody =
                new JsonRequestBody(given, "group", "type", "failedBefore", "reasonContains", "limit", "dryRun");
        return many(BulkAction.Kind.RETRY, name, jsonRequestBody, request);
    }

    @PostMapping(FAILED + "/discard")
    MessageViews.BulkResult discardMany(
            @PathVariable String name,
            @RequestBody(required = false) @Nullable JsonNode given,
            HttpServletRequest request)
            throws SourceException, RefusedException {
        JsonRequestBody jsonRequestBody = new JsonRequestBody(
                given, "group", "type", "failedBefore", "reasonContains", "limit", "dryRun", "confirm");
        if (!jsonRequestBody.flag("dryRun")) {
            confirm(jsonRequestBody);
        }
        return many(BulkAction.Kind.DISCARD, name, jsonRequestBody, request);
    }

    private MessageViews.BulkResult many(
            BulkAction.Kind kind, String name, JsonRequestBody jsonRequestBody, HttpServletRequest request)
            throws SourceException, RefusedException {
        RelayAdmin office = RelayAdminLookup.find(statuses, name);
        var filter = new MessageFilter(
                jsonRequestBody.text("group", LONGEST),
                jsonRequestBody.text("type", LONGEST),
                jsonRequestBody.moment("failedBefore"),
                jsonRequestBody.text("reasonContains", LONGEST));
        int limit = jsonRequestBody.number("limit", BULK, 1, BulkAction.MOST);
        boolean dryRun = jsonRequestBody.flag("dryRun");
        BulkAction.Result result =
                dryRun ? office.dryRun(filter, limit) : office.actOnMany(Operator.of(request), kind, filter, limit);
        return MessageViews.bulk(dryRun, result);
    }

    private static void confirm(JsonRequestBody jsonRequestBody) {
        if (!jsonRequestBody.flag("confirm")) {
            throw ProblemException.badParameter(
                    "confirm", "false", "true, for a discarded message is deleted for ever");
        }
    }

    private RelayAdmin.ExplainedMessage find(String name, String id) throws SourceException, InterruptedException {
        RelayAdmin office = RelayAdminLookup.find(statuses, name);
        QueryParams.ValueLimits.text("id", id, LONGEST);
        return office.find(id).orElseThrow(() -> ProblemException.noSuch("message", id));
    }

    private void act(BulkAction.Kind kind, String name, String id, HttpServletRequest request)
            throws SourceException, RefusedException, InterruptedException {
        MessageState state = find(name, id).message().summary().state();
        if (state != MessageState.FAILED) {
            throw ProblemException.conflict(
                    "Message '" + id + "' is " + state + "; only what is FAILED can be retried or discarded.");
        }
        if (!RelayAdminLookup.find(statuses, name).act(Operator.of(request), kind, id)) {
            throw ProblemException.conflict("Message '" + id + "' is being changed by somebody else; look again.");
        }
    }
}
