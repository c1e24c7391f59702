package dev.signalbox.platform.postgres.event;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.event.ContextEntry;
import dev.signalbox.platform.event.Event;
import dev.signalbox.platform.event.EventQueries;
import dev.signalbox.platform.event.EventSearch;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.postgres.database.DeduplicationKey;
import dev.signalbox.platform.postgres.database.IdRange;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import dev.signalbox.platform.postgres.database.SearchTime;
import dev.signalbox.platform.postgres.database.SearchTotal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks events up in PostgreSQL. */
public final class PostgresEvents implements EventQueries {
    /** The criteria of a search, and its variants. */
    enum Part {
        COUNT,
        UNLIMITED,
        CONTEXT,
        CLIENT,
        TYPE,
        SOURCE,
        SUBJECT,
        CORRELATION,
        CAUSATION,
        MESSAGE_GROUP
    }

    private static final Map<String, String> LISTED = Map.of("columns", EventRow.LISTED_COLUMNS);
    private static final SqlFolder FOLDER = SqlFolder.beside(PostgresEvents.class, "columns");
    private static final SqlTemplate<Part> SEARCH = FOLDER.template("events.sql", Part.class);
    private static final Sql FIND = FOLDER.template("find-event.sql").fill(Map.of("columns", EventRow.COLUMNS));

    private final PlatformDatabase database;

    public PostgresEvents(PlatformDatabase database) {
        this.database = database;
    }

    @Override
    public Optional<Event> find(Tsid id) throws StoreException {
        return database.run(
                "read an event", connection -> FIND.first(connection, Map.of("id", id.toLong()), EventRow::read));
    }

    @Override
    public ResultPage<Event> search(EventSearch search) throws StoreException {
        try {
            return database.run("search events", connection -> search(connection, search));
        } catch (StoreException e) {
            throw SearchTime.failure(e);
        }
    }

    private static ResultPage<Event> search(Connection connection, EventSearch search) throws SQLException {
        Set<Part> parts = parts(search);
        Map<String, @Nullable Object> values = values(search);
        IdRange.of(search.after(), search.before(), search.page().beyond()).addTo(values);
        List<Event> items = SearchTime.list(connection, SEARCH.fill(LISTED, parts), values, EventRow::read);
        IdRange.of(search.after(), search.before(), null).addTo(values);
        SearchTotal total = SearchTotal.of(connection, with(parts, Part.COUNT), with(parts, Part.UNLIMITED), values);
        return new ResultPage<>(items, search.page().page(), search.page().size(), total.rows(), total.estimate());
    }

    private static Sql with(Set<Part> parts, Part part) {
        Set<Part> more = new HashSet<>(parts);
        more.add(part);
        return SEARCH.fill(LISTED, more);
    }

    static Set<Part> parts(EventSearch search) {
        return PartSelection.of(Part.class)
                .with(Part.CONTEXT, !search.contextData().isEmpty())
                .with(Part.CLIENT, search.client() != null)
                .with(Part.TYPE, search.type() != null)
                .with(Part.SOURCE, search.source() != null)
                .with(Part.SUBJECT, search.subject() != null)
                .with(Part.CORRELATION, search.correlationId() != null)
                .with(Part.CAUSATION, search.causationId() != null)
                .with(Part.MESSAGE_GROUP, search.messageGroup() != null)
                .parts();
    }

    static Map<String, @Nullable Object> values(EventSearch search) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("client", search.client());
        values.put("type", search.type());
        values.put("source", search.source());
        values.put("subject", search.subject());
        values.put("correlation_id", search.correlationId());
        values.put("causation_id", search.causationId());
        values.put("message_group", search.messageGroup());
        values.put("size", search.page().size());
        values.put("offset", search.page().offset());
        if (!search.contextData().isEmpty()) {
            ContextEntry first = search.contextData().getFirst();
            values.put("entry", DeduplicationKey.contextEntry(first.key(), first.value()));
            values.put("context", EventRow.writeContext(search.contextData()));
        }
        return values;
    }
}
