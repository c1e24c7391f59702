package dev.signalbox.server.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.signalbox.core.admin.BulkAction;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.admin.RelayAdmin;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
record MessagesController(WebServer.Services services) {
    private static final String MESSAGES = "/api/relays/{name}/messages";
    private static final String FAILED = "/api/relays/{name}/failed";
    private static final int DEFAULT_PAGE_SIZE = 50;
    private static final int MAX_TEXT_LENGTH = 1_000;
    private static final int MAX_TOKEN_LENGTH = 8_192;
    private static final int DEFAULT_BULK_LIMIT = 1_000;
    private static final List<String> RETRY_MEMBERS =
            List.of("group", "type", "failedBefore", "reasonContains", "limit", "dryRun");
    private static final List<String> DISCARD_MEMBERS =
            List.of("group", "type", "failedBefore", "reasonContains", "limit", "dryRun", "confirm");

    @GetMapping(MESSAGES)
    MessagePage messages(@PathVariable String name, HttpServletRequest request) throws SourceException {
        RelayAdmin admin = RelaysController.admin(services.relays(), name);
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
    MessageView message(@PathVariable String name, @PathVariable String id)
            throws SourceException, InterruptedException {
        return view(name, find(name, id));
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
        RelaysController.admin(services.relays(), name);
        confirm(new JsonRequestBody(given, List.of("confirm")));
        act(BulkAction.Kind.DISCARD, name, id, request);
        return Map.of("relay", name, "discarded", id);
    }

    @PostMapping(FAILED + "/{action:retry|discard}")
    BulkResult actOnMany(
            @PathVariable String name,
            @PathVariable String action,
            @RequestBody(required = false) @Nullable JsonNode given,
            HttpServletRequest request)
            throws SourceException, RefusedException {
        BulkAction.Kind kind = BulkAction.Kind.valueOf(action.toUpperCase(Locale.ROOT));
        JsonRequestBody body =
                new JsonRequestBody(given, kind == BulkAction.Kind.RETRY ? RETRY_MEMBERS : DISCARD_MEMBERS);
        boolean dryRun = body.flag("dryRun");
        if (kind == BulkAction.Kind.DISCARD && !dryRun) {
            confirm(body);
        }
        RelayAdmin admin = RelaysController.admin(services.relays(), name);
        var filter = new MessageFilter(
                body.text("group", MAX_TEXT_LENGTH),
                body.text("type", MAX_TEXT_LENGTH),
                body.instant("failedBefore"),
                body.text("reasonContains", MAX_TEXT_LENGTH));
        int limit = body.number("limit", DEFAULT_BULK_LIMIT, 1, BulkAction.MOST);
        BulkAction.Result result = dryRun
                ? admin.dryRun(filter, limit)
                : admin.actOnMany(AuthenticationFilter.operator(request), kind, filter, limit);
        return new BulkResult(dryRun, result.messages(), result.more(), result.sample());
    }

    private static void confirm(JsonRequestBody body) {
        if (!body.flag("confirm")) {
            throw ProblemException.badParameter(
                    "confirm", "false", "true, because a discarded message is deleted for ever");
        }
    }

    private RelayAdmin.ExplainedMessage find(String name, String id) throws SourceException, InterruptedException {
        RelayAdmin admin = RelaysController.admin(services.relays(), name);
        QueryParams.limited("id", id, MAX_TEXT_LENGTH);
        return admin.find(id).orElseThrow(() -> ProblemException.noSuch("message", id));
    }

    private void act(BulkAction.Kind kind, String name, String id, HttpServletRequest request)
            throws SourceException, RefusedException, InterruptedException {
        MessageState state = find(name, id).message().summary().state();
        if (state != MessageState.FAILED) {
            throw ProblemException.conflict(
                    "Message '" + id + "' is " + state + "; only what is FAILED can be retried or discarded.");
        }
        if (!RelaysController.admin(services.relays(), name).act(AuthenticationFilter.operator(request), kind, id)) {
            throw ProblemException.conflict("Message '" + id + "' is being changed by another client; look again.");
        }
    }

    /** The result of an action on many messages, or of its dry run. */
    record BulkResult(boolean dryRun, int messages, boolean more, List<MessageSummary> sample) {}

    /** A known event in the history of a message. */
    record HistoryEntry(@Nullable Instant at, String what) {}

    /**
     * The suspicion against a message after processes ended while it was in flight.
     *
     * @param together how many suspects may be in flight at a time while this one is; 0 unless it is a suspect
     */
    record Suspect(String level, int together, int crashes) {
        static Suspect of(Suspicion suspicion) {
            return new Suspect(suspicion.level().name(), suspicion.together(), suspicion.crashes());
        }
    }

    /** One message with all its details. */
    record MessageView(
            String relay,
            @JsonUnwrapped MessageSummary summary,
            int shard,
            MessageDetails.PayloadText payload,
            MessageDetails.@Nullable ClaimHolder claim,
            @Nullable Suspect suspect,
            List<HistoryEntry> history,
            List<Map<String, Object>> why) {}

    private static MessageView view(String relay, RelayAdmin.ExplainedMessage explained) {
        MessageDetails message = explained.message();
        Suspect suspect = message.suspicion().isNone() ? null : Suspect.of(message.suspicion());
        return new MessageView(
                relay,
                message.summary(),
                message.shard(),
                message.payload(),
                message.claim(),
                suspect,
                history(message),
                explained.reasons().stream().map(ExplanationView::of).toList());
    }

    /** The table keeps only the number of failed attempts and the last error, not each attempt. */
    private static List<HistoryEntry> history(MessageDetails message) {
        MessageSummary summary = message.summary();
        List<HistoryEntry> entries = new ArrayList<>();
        entries.add(new HistoryEntry(summary.createdAt(), "written by the application"));
        if (summary.attempts() > 0) {
            String times = summary.attempts() == 1 ? "once" : summary.attempts() + " times";
            boolean shownLater = summary.lastError() == null || summary.state() == MessageState.FAILED;
            String last = shownLater ? "" : "; the last error: " + summary.lastError();
            entries.add(new HistoryEntry(null, "failed " + times + last));
        }
        if (summary.state() != MessageState.PENDING) {
            entries.add(new HistoryEntry(summary.changedAt(), ending(summary)));
        }
        return entries;
    }

    private static String ending(MessageSummary summary) {
        return switch (summary.state()) {
            case PENDING -> "waits";
            case PROCESSING -> "claimed";
            case COMPLETED -> "delivered";
            case FAILED -> "given up" + (summary.lastError() == null ? "" : ": " + summary.lastError());
        };
    }
}
