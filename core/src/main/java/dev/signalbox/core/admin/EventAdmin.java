package dev.signalbox.core.admin;

import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.source.SourceException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The queries and commands that Catbox users run on their table. Every answer is limited in rows and time. */
public interface EventAdmin {
    /** @throws RefusedException if the table lacks a column that the query needs, or the query takes too long */
    EventPage search(EventQuery query) throws SourceException, RefusedException;

    /** Delivers messages again that were delivered before, and returns their ids. */
    List<String> replay(List<String> ids) throws SourceException;

    /** A numbered page of rows; {@code total} and {@code more} count up to {@link EventQuery#DEEPEST}. */
    record EventPage(List<OutboxEvent> events, int total, boolean more) {
        public EventPage {
            events = List.copyOf(events);
        }
    }

    /** A page of Catbox's table, counted from zero; limited, because the database reads all rows before it. */
    record EventQuery(Filter filter, Sort sort, boolean descending, int page, int size) {
        public static final int MOST = 200;
        /** The number of rows that numbered pages reach, and the most that are counted. */
        public static final int DEEPEST = 10_000;

        public EventQuery {
            if (size < 1 || size > MOST || page < 0 || (page + 1L) * size > DEEPEST) {
                throw new IllegalArgumentException("page: '" + page + "', size: '" + size
                        + "'; allowed are sizes of 1 to " + MOST + " and pages within the first " + DEEPEST + " rows");
            }
        }

        /** Conditions on rows; null means any, {@code pendingOnly} rows that wait or are in flight. */
        public record Filter(
                @Nullable String eventType,
                @Nullable String aggregateType,
                @Nullable String aggregateId,
                boolean pendingOnly) {
            public static final Filter ALL = new Filter(null, null, null, false);
            public static final Filter PENDING = new Filter(null, null, null, true);
        }

        /** The sort orders of a page. */
        public enum Sort {
            ID,
            AGGREGATE_TYPE,
            AGGREGATE_ID,
            EVENT_TYPE,
            CREATED_AT,
            SENT_AT,
            IN_PROGRESS_UNTIL
        }

        /** The number of rows before the page. */
        public int offset() {
            return page * size;
        }
    }

    /** A row of Catbox's table; a dead letter is claimed until far in the future. */
    record OutboxEvent(
            String id,
            boolean numbered,
            @Nullable String aggregateType,
            @Nullable String aggregateId,
            @Nullable String eventType,
            @Nullable String correlationId,
            MessageDetails.PayloadText payload,
            @Nullable Instant createdAt,
            @Nullable Instant sentAt,
            @Nullable Instant inProgressUntil,
            MessageState state,
            int attempts,
            @Nullable String lastError) {}
}
