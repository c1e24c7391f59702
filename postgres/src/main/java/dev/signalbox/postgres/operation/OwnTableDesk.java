package dev.signalbox.postgres.operation;

import dev.signalbox.core.operation.Backlog;
import dev.signalbox.core.operation.MessageDetails;
import dev.signalbox.core.operation.MessagePage;
import dev.signalbox.core.operation.MessageQuery;
import dev.signalbox.core.operation.OutboxDesk;
import dev.signalbox.core.operation.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.operation.DeskAccess;
import dev.signalbox.jdbc.operation.Rows;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import dev.signalbox.postgres.table.FailedMessages;
import dev.signalbox.postgres.table.SignalboxTable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an operator may ask of Signalbox's own table. It has messages that wait and, in its companion, those that failed;
 * none are marked while they are delivered, and none are kept afterwards.
 */
public final class OwnTableDesk implements OutboxDesk {
    static final int COUNTED = 10_000;
    /** A message is looked for in the whole table, which must not go on for long. */
    private static final Duration FIND_WITHIN = Duration.ofSeconds(5);

    private final TableName table;
    private final DeskAccess access;
    private final OwnTablePages pages;
    private final OwnTableFinder finder;
    private final FailedMessages failed;

    /**
     * @param relay the name under which claims and suspects are recorded
     * @param sideSchema whether there is a schema with such records
     */
    public OwnTableDesk(
            TableName table, String relay, boolean sideSchema, ConnectionLender connections, OutboxSettings settings) {
        this(table, new OwnTableFinder.Manner(relay, sideSchema, settings, FIND_WITHIN), connections);
    }

    OwnTableDesk(TableName table, OwnTableFinder.Manner manner, ConnectionLender connections) {
        this.table = table;
        this.access = DeskAccess.toKnownTable(
                PostgresDesk.INSTANCE,
                table,
                connections,
                Map.of(
                        "table", table.quoted(Quoting.POSTGRESQL),
                        "failed", SignalboxTable.failed(table).quoted(Quoting.POSTGRESQL)));
        this.pages = new OwnTablePages(access);
        this.finder = new OwnTableFinder(access, manner);
        this.failed = new FailedMessages(table);
    }

    private record Counted(long messages, @Nullable Duration oldest) {}

    /** Where there are too many to look at, the oldest is taken to be the first of a shard. */
    @Override
    public Backlog backlog() throws SourceException {
        Sql sql = access.sql("own-backlog", Map.of(), Set.of());
        Counted counted = access.run("measure the backlog", connection -> {
            try (PreparedStatement statement = sql.prepare(connection, Map.of("most", COUNTED + 1));
                    ResultSet row = statement.executeQuery()) {
                row.next();
                return new Counted(row.getLong("messages"), Rows.age(row, "oldest_seconds"));
            }
        });
        boolean many = counted.messages() > COUNTED;
        long messages = many ? Math.max(access.estimate("own-estimate"), COUNTED + 1) : counted.messages();
        return new Backlog(messages, many, counted.oldest(), many);
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
        return access.run("retry messages", connection -> failed.retry(connection, ids));
    }

    @Override
    public List<String> discard(List<String> ids) throws SourceException, RefusedException {
        try {
            return access.run("discard messages", connection -> failed.discard(connection, ids));
        } catch (SourceException e) {
            if (access.isNotAllowed(e)) {
                throw new RefusedException(
                        "To discard is to delete the row, and this user may not do that: GRANT DELETE ON "
                                + SignalboxTable.failed(table) + " would allow it.");
            }
            throw e;
        }
    }
}
