package dev.signalbox.server.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.signalbox.core.admin.EventPage;
import dev.signalbox.core.admin.EventQuery;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxEvent;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events in the format of Catbox. */
final class OutboxEventViews {
    private OutboxEventViews() {}

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

    static Page page(EventQuery query, EventPage page) {
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

    static List<Event> events(EventPage page) {
        return page.events().stream().map(OutboxEventViews::event).toList();
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
