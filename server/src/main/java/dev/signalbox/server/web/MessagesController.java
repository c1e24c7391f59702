package dev.signalbox.server.web;

import dev.signalbox.core.admin.BulkAction;
import dev.signalbox.core.admin.MessageFilter;
import dev.signalbox.core.admin.MessagePage;
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

/** Lists, explains, retries and discards the messages of a relay. */
@RestController
final class MessagesController {
    private static final String MESSAGES = "/api/relays/{name}/messages";
    private static final String FAILED = "/api/relays/{name}/failed";
    private static final int DEFAULT_PAGE_SIZE = 50;
    private static final int MAX_TEXT_LENGTH = 1_000;
    private static final int MAX_TOKEN_LENGTH = 8_192;
    private static final int DEFAULT_BULK_LIMIT = 1_000;

    private final NodeRelays nodeRelays;

    MessagesController(NodeRelays nodeRelays) {
        this.nodeRelays = nodeRelays;
    }

    @GetMapping(MESSAGES)
    MessagePage messages(@PathVariable String name, HttpServletRequest request) throws SourceException {
        RelayAdmin admin = RelayAdminLookup.find(nodeRelays, name);
        QueryParams params =
                new QueryParams(request, "state", "group", "type", "changedBefore", "reasonContains", "limit", "after");
        String after = params.text("after", MAX_TOKEN_LENGTH);
        var filter = new MessageFilter(
                params.text("group", MAX_TEXT_LENGTH),
                params.text("type", MAX_TEXT_LENGTH),
                params.instant("changedBefore"),
                params.text("reasonContains", MAX_TEXT_LENGTH));
        MessageState state = params.choice("state", MessageState.values());
        var query =
                new MessageQuery(state, filter, params.number("limit", DEFAULT_PAGE_SIZE, 1, MessageQuery.MOST), after);
        try {
            return admin.page(query);
        } catch (IllegalArgumentException e) {
            throw ProblemException.badParameter("after", String.valueOf(after), "what a page before gave as next");
        }
    }

    @GetMapping(MESSAGES + "/{id}")
    MessageViews.MessageView message(@PathVariable String name, @PathVariable String id)
            throws SourceException, InterruptedException {
        return MessageViews.one(name, find(name, id));
    }

    /** Does not return the message: it may be delivered, and deleted, by now. */
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
        RelayAdminLookup.find(nodeRelays, name);
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
        JsonRequestBody body =
                new JsonRequestBody(given, "group", "type", "failedBefore", "reasonContains", "limit", "dryRun");
        return many(BulkAction.Kind.RETRY, name, body, request);
    }

    @PostMapping(FAILED + "/discard")
    MessageViews.BulkResult discardMany(
            @PathVariable String name,
            @RequestBody(required = false) @Nullable JsonNode given,
            HttpServletRequest request)
            throws SourceException, RefusedException {
        JsonRequestBody body = new JsonRequestBody(
                given, "group", "type", "failedBefore", "reasonContains", "limit", "dryRun", "confirm");
        if (!body.flag("dryRun")) {
            confirm(body);
        }
        return many(BulkAction.Kind.DISCARD, name, body, request);
    }

    private MessageViews.BulkResult many(
            BulkAction.Kind kind, String name, JsonRequestBody body, HttpServletRequest request)
            throws SourceException, RefusedException {
        RelayAdmin admin = RelayAdminLookup.find(nodeRelays, name);
        var filter = new MessageFilter(
                body.text("group", MAX_TEXT_LENGTH),
                body.text("type", MAX_TEXT_LENGTH),
                body.instant("failedBefore"),
                body.text("reasonContains", MAX_TEXT_LENGTH));
        int limit = body.number("limit", DEFAULT_BULK_LIMIT, 1, BulkAction.MOST);
        boolean dryRun = body.flag("dryRun");
        BulkAction.Result result =
                dryRun ? admin.dryRun(filter, limit) : admin.actOnMany(Operator.of(request), kind, filter, limit);
        return MessageViews.bulk(dryRun, result);
    }

    private static void confirm(JsonRequestBody body) {
        if (!body.flag("confirm")) {
            throw ProblemException.badParameter(
                    "confirm", "false", "true, because a discarded message is deleted for ever");
        }
    }

    private RelayAdmin.ExplainedMessage find(String name, String id) throws SourceException, InterruptedException {
        RelayAdmin admin = RelayAdminLookup.find(nodeRelays, name);
        QueryParams.ValueLimits.text("id", id, MAX_TEXT_LENGTH);
        return admin.find(id).orElseThrow(() -> ProblemException.noSuch("message", id));
    }

    private void act(BulkAction.Kind kind, String name, String id, HttpServletRequest request)
            throws SourceException, RefusedException, InterruptedException {
        MessageState state = find(name, id).message().summary().state();
        if (state != MessageState.FAILED) {
            throw ProblemException.conflict(
                    "Message '" + id + "' is " + state + "; only what is FAILED can be retried or discarded.");
        }
        if (!RelayAdminLookup.find(nodeRelays, name).act(Operator.of(request), kind, id)) {
            throw ProblemException.conflict("Message '" + id + "' is being changed by another client; look again.");
        }
    }
}
