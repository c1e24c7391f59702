package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.EventAdmin;
import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.OutboxLayout;
import java.util.List;
import java.util.Optional;

/** Administration of a table whose rows carry their state, in any layout. */
public final class StatusTableAdmin implements OutboxAdmin, EventAdmin {
    private final OutboxAdminAccess access;
    private final String relay;
    private final JdbcPageReader pages;
    private final JdbcMessageFinder finder;
    private final JdbcBacklogGauge gauge;
    private final EventSearch events;

    /**
     * @param relay the name under which claims and suspects are recorded
     * @param sideSchema whether the side schema exists, which holds these records
     */
    public StatusTableAdmin(
            AdminDialect dialect,
            OutboxLayout configured,
            String relay,
            boolean sideSchema,
            ConnectionLender connections,
            OutboxSettings settings) {
        OutboxLayout layout = sideSchema ? configured.recordedAs(relay) : configured;
        this.access = OutboxAdminAccess.toStatusTable(dialect, layout, sideSchema, connections);
        this.relay = relay;
        OutboxLayout.StatusWords words = layout.statusWords();
        this.pages = new JdbcPageReader(access, relay);
        this.finder = new JdbcMessageFinder(access, words, relay, sideSchema, settings);
        this.gauge = new JdbcBacklogGauge(access);
        this.events = new EventSearch(access, words, relay);
    }

    @Override
    public Backlog backlog() throws SourceException {
        return gauge.measure();
    }

    @Override
    public MessagePage page(MessageQuery query) throws SourceException {
        return pages.read(query);
    }

    @Override
    public Optional<MessageDetails> find(String id) throws SourceException {
        return finder.find(id);
    }

    @Override
    public List<String> retry(List<String> ids) throws SourceException {
        return write("retry messages", AdminDialect.Change.RETRY, ids);
    }

    @Override
    public List<String> discard(List<String> ids) throws SourceException, RefusedException {
        try {
            return write("discard messages", AdminDialect.Change.DISCARD, ids);
        } catch (SourceException e) {
            throw access.refuseDiscard(e, access.table());
        }
    }

    /** {@inheritDoc} Only for a table with state timestamps, such as Catbox's. */
    @Override
    public EventPage search(EventQuery query) throws SourceException, RefusedException {
        return events.search(query);
    }

    @Override
    public List<String> replay(List<String> ids) throws SourceException {
        return write("replay messages", AdminDialect.Change.REPLAY, ids);
    }

    private List<String> write(String what, AdminDialect.Change change, List<String> ids) throws SourceException {
        return access.change(what, change, relay, ids);
    }
}
