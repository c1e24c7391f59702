package dev.signalbox.postgres.admin;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.admin.AdminRowReader;
import dev.signalbox.jdbc.admin.OutboxAdminAccess;
import dev.signalbox.postgres.owntable.OwnTableDeadLetters;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The operator's view of Signalbox's own table. The table holds waiting messages, and its companion holds failed ones.
 * Messages are not marked while in flight, and are deleted once delivered.
 */
public final class OwnTableAdmin implements OutboxAdmin {
    static final int COUNTED = 10_000;
    /** The time limit of a message lookup, which scans the whole table. */
    private static final Duration FIND_WITHIN = Duration.ofSeconds(5);

    private static final SqlTemplate<SqlTemplate.NoPart> ESTIMATE =
            PostgresAdminTemplates.STATEMENTS.template(PostgresAdminTemplates.Statement.OWN_ESTIMATE);

    private final TableName table;
    private final OutboxAdminAccess access;
    private final OwnTablePageReader pages;
    private final OwnTableMessageFinder finder;
    private final OwnTableDeadLetters failed;

    /**
     * @param relay the name under which claims and suspects are recorded
     * @param sideSchema whether the side schema with these records exists
     */
    public OwnTableAdmin(
            TableName table, String relay, boolean sideSchema, ConnectionLender connections, OutboxSettings settings) {
        this(table, new OwnTableMessageFinder.SearchOptions(relay, sideSchema, settings, FIND_WITHIN), connections);
    }

    OwnTableAdmin(TableName table, OwnTableMessageFinder.SearchOptions options, ConnectionLender connections) {
        this.table = table;
        this.access = OutboxAdminAccess.toKnownTable(
                PostgresAdminDialect.INSTANCE,
                table,
                connections,
                Map.of(
                        "table", table.quoted(Quoting.POSTGRESQL),
                        "failed", PostgresOwnTable.failed(table).quoted(Quoting.POSTGRESQL)));
        this.pages = new OwnTablePageReader(access);
        this.finder = new OwnTableMessageFinder(access, options);
        this.failed = new OwnTableDeadLetters(table);
    }

    private record CountedBacklog(long messages, @Nullable Duration oldest) {}

    /** If there are too many rows to count, takes the oldest among the first rows of the shards. */
    @Override
    public Backlog backlog() throws SourceException {
        Sql sql = access.sql(OwnTableAdminTemplates.BACKLOG, Map.of(), Set.of());
        CountedBacklog counted = access.run(
                "measure the backlog",
                connection -> sql.one(
                        connection,
                        Map.of("most", COUNTED + 1),
                        row -> new CountedBacklog(row.getLong("messages"), AdminRowReader.age(row, "oldest_seconds"))));
        boolean many = counted.messages() > COUNTED;
        long messages = many ? Math.max(access.estimate(ESTIMATE), COUNTED + 1) : counted.messages();
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
            throw access.refuseDiscard(e, PostgresOwnTable.failed(table).toString());
        }
    }
}
