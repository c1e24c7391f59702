package dev.signalbox.jdbc.operation;

import dev.signalbox.core.operation.Backlog;
import dev.signalbox.core.operation.EventDesk;
import dev.signalbox.core.operation.EventPage;
import dev.signalbox.core.operation.EventQuery;
import dev.signalbox.core.operation.MessageDetails;
import dev.signalbox.core.operation.MessagePage;
import dev.signalbox.core.operation.MessageQuery;
import dev.signalbox.core.operation.OutboxDesk;
import dev.signalbox.core.operation.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import java.util.List;
import java.util.Optional;

/** What an operator may ask of a table whose rows carry their state, whatever its names and words are. */
public final class StatusTableDesk implements OutboxDesk, EventDesk {
    private final DeskAccess access;
    private final String relay;
    private final PageReader pages;
    private final MessageFinder finder;
    private final BacklogGauge gauge;
    private final EventSearch events;

    /**
     * @param relay the name under which claims and suspects are recorded
     * @param sideSchema whether there are tables with such records
     */
    public StatusTableDesk(
            DeskDialect dialect,
            OutboxLayout layout,
            String relay,
            boolean sideSchema,
            ConnectionLender connections,
            OutboxSettings settings) {
        this.access = DeskAccess.toStatusTable(dialect, layout, sideSchema, connections);
        this.relay = relay;
        StateWords words = new StateWords(layout.words());
        this.pages = new PageReader(access, relay);
        this.finder = new MessageFinder(access, words, relay, sideSchema, settings);
        this.gauge = new BacklogGauge(access);
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
        return write("retry messages", "retry", ids);
    }

    @Override
    public List<String> discard(List<String> ids) throws SourceException, RefusedException {
        try {
            return write("discard messages", "discard", ids);
        } catch (SourceException e) {
            if (access.isNotAllowed(e)) {
                throw new RefusedException(
                        "To discard is to delete the row, and this user may not do that: GRANT DELETE ON "
                                + access.table() + " would allow it.");
            }
            throw e;
        }
    }

    /** {@inheritDoc} Only for a table whose states are moments, as Catbox's are. */
    @Override
    public EventPage search(EventQuery query) throws SourceException, RefusedException {
        return events.search(query);
    }

    @Override
    public List<String> replay(List<String> ids) throws SourceException {
        return write("replay messages", "replay", ids);
    }

    private List<String> write(String what, String template, List<String> ids) throws SourceException {
        return access.change(what, template, relay, ids);
    }
}
