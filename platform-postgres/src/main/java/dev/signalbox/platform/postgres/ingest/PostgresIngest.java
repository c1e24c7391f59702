package dev.signalbox.platform.postgres.ingest;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.event.Event;
import dev.signalbox.platform.ingest.IngestAnswer;
import dev.signalbox.platform.ingest.IngestEvent;
import dev.signalbox.platform.ingest.IngestRequest;
import dev.signalbox.platform.ingest.IngestResult;
import dev.signalbox.platform.ingest.IngestStore;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.postgres.database.MatchingVersion;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import dev.signalbox.platform.postgres.database.StatementFailures;
import dev.signalbox.platform.postgres.event.EventRow;
import dev.signalbox.platform.postgres.registry.PostgresMatching;
import dev.signalbox.platform.postgres.retention.DayPartitions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stores events with their jobs in one statement. A second one reads the originals of duplicates. */
public final class PostgresIngest implements IngestStore {
    /** What only some requests need. */
    enum Part {
        JOBS,
        CONTEXT
    }

    private enum Statement {
        LOSERS,
        LOCK_REGISTRY
    }

    private static final SqlTemplate<Part> INGEST =
            SqlFolder.beside(PostgresIngest.class, "matching_version").template("ingest.sql", Part.class);
    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresIngest.class, "columns").statements("losers.sql", Statement.class);
    private static final Sql LOSERS = SQL.sql(Statement.LOSERS, Map.of("columns", EventRow.LISTED_COLUMNS));
    private static final Map<Set<Part>, Sql> VARIANTS = variants();

    private final PlatformDatabase database;
    private final DayPartitions days;

    /** @param won the ids of events whose keys were free */
    private record Written(boolean present, Set<Long> won) {}

    public PostgresIngest(PlatformDatabase database, DayPartitions days) {
        this.database = database;
        this.days = days;
    }

    private static Map<Set<Part>, Sql> variants() {
        Map<Set<Part>, Sql> variants = new HashMap<>();
        for (Set<Part> parts :
                List.of(Set.<Part>of(), Set.of(Part.JOBS), Set.of(Part.CONTEXT), Set.of(Part.JOBS, Part.CONTEXT))) {
            variants.put(parts, INGEST.fill(MatchingVersion.NAMES, parts));
        }
        return Map.copyOf(variants);
    }

    @Override
    public IngestAnswer ingest(IngestRequest request) throws StoreException {
        return attempt(() -> {
            IngestParameters parameters = new IngestParameters(request);
            Written written = database.run("store events", connection -> write(connection, parameters));
            return answer(request, parameters, written);
        });
    }

    @Override
    public IngestAnswer ingestLocked(Set<MatchingKey> keys, RequestBuilder build) throws StoreException {
        return attempt(() -> {
            IngestRequest[] built = new IngestRequest[1];
            Written written = database.transaction("store events", connection -> {
                SQL.sql(Statement.LOCK_REGISTRY).execute(connection, Map.of());
                try {
                    built[0] = build.build(PostgresMatching.load(connection, keys));
                } catch (StoreException e) {
                    throw new SQLException(e);
                }
                return write(connection, new IngestParameters(built[0]));
            });
            return answer(built[0], new IngestParameters(built[0]), written);
        });
    }

    /** Work that may find an id taken, or a day without partitions. */
    @FunctionalInterface
    private interface StoreWork {
        IngestAnswer run() throws StoreException;
    }

    private IngestAnswer attempt(StoreWork work) throws StoreException {
        try {
            return work.run();
        } catch (StoreException e) {
            if (StatementFailures.isUnique(e)) {
                return new IngestAnswer.IdTaken();
            }
            if (!StatementFailures.isWithoutPartition(e)) {
                throw e;
            }
            days.makeAhead();
            return work.run();
        }
    }

    private static Written write(Connection connection, IngestParameters parameters) throws SQLException {
        return statement(parameters)
                .one(
                        connection,
                        parameters.values(),
                        row -> new Written(row.getBoolean("present"), new HashSet<>(List.of((Long[])
                                row.getArray("won").getArray()))));
    }

    static Sql statement(IngestParameters parameters) {
        Set<Part> parts = PartSelection.of(Part.class)
                .with(Part.JOBS, parameters.hasJobs())
                .with(Part.CONTEXT, parameters.hasContext())
                .parts();
        Sql variant = VARIANTS.get(parts);
        return variant == null ? INGEST.fill(MatchingVersion.NAMES, parts) : variant;
    }

    private IngestAnswer answer(IngestRequest request, IngestParameters parameters, Written written)
            throws StoreException {
        if (!written.present()) {
            return new IngestAnswer.Outdated();
        }
        Map<String, Event> originals = originals(losers(request, parameters, written));
        List<IngestResult> results = new ArrayList<>();
        for (int i = 0; i < request.events().size(); i++) {
            IngestEvent event = request.events().get(i);
            String key = parameters.keys()[i];
            boolean stored = key == null || written.won().contains(event.id().toLong());
            Event original = key == null ? null : originals.get(key);
            if (!stored && original == null) {
                throw new StoreException(
                                "an event was posted before, and its original has just been removed: try again")
                        .afterChange();
            }
            results.add(
                    stored || original == null
                            ? new IngestResult(
                                    new Event(
                                            event.id(),
                                            event.draft(),
                                            event.jobs().size()),
                                    false)
                            : new IngestResult(original, true));
        }
        return new IngestAnswer.Stored(results);
    }

    private static String[] losers(IngestRequest request, IngestParameters parameters, Written written) {
        List<String> losers = new ArrayList<>();
        for (int i = 0; i < request.events().size(); i++) {
            String key = parameters.keys()[i];
            if (key != null
                    && !written.won().contains(request.events().get(i).id().toLong())) {
                losers.add(key);
            }
        }
        return losers.toArray(String[]::new);
    }

    private Map<String, Event> originals(String[] keys) throws StoreException {
        Map<String, Event> originals = new HashMap<>();
        if (keys.length > 0) {
            Map<String, @Nullable Object> values = new HashMap<>();
            values.put("keys", keys);
            try {
                database.run("read events that were posted before", connection -> {
                    LOSERS.each(connection, values, row -> originals.put(row.getString("key"), EventRow.read(row)));
                    return originals.size();
                });
            } catch (StoreException e) {
                // The other events of the request are stored.
                throw e.afterChange();
            }
        }
        return originals;
    }
}
