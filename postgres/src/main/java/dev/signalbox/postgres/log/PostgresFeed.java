package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.log.LastSeenFeedStates.FeedStateRow;
import dev.signalbox.postgres.log.LastSeenFeedStates.ReplayLookup;
import dev.signalbox.postgres.log.LastSeenFeedStates.StateRead;
import dev.signalbox.postgres.log.LogSql.FeedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A feed of a log in PostgreSQL. */
final class PostgresFeed implements EventLog {
    private final LogContext log;
    private final SharedLogReader reader;
    private final FeedSettings settings;
    private final OpenFeed opening;
    private final RecordFeedProgress recording;
    private final FetchDeferredGroups deferredGroups;
    private final LargePayloadReader payloads;
    /** The number of the lookup that last answered whether a replay is requested. */
    private volatile long answeredBy;

    PostgresFeed(LogContext log, SharedLogReader reader, FeedSettings settings, String node) {
        this.log = log;
        this.reader = reader;
        this.settings = settings;
        this.opening = new OpenFeed(log, settings, node);
        this.recording = new RecordFeedProgress(log, settings.key());
        this.payloads = new LargePayloadReader(log);
        this.deferredGroups = new FetchDeferredGroups(log, settings, payloads);
    }

    @Override
    public OpenResult open(Incarnation owner) throws SourceException {
        OpenResult opened = opening.open(owner);
        if (opened instanceof OpenResult.Opened && log.states.opened(settings.key(), owner)) {
            reader.startOver();
        }
        return opened;
    }

    @Override
    public ReadResult read(Incarnation owner, ProgressVersion version, ReadPosition position, Limits limits)
            throws SourceException {
        ReadResult refusal = refusal(owner, version);
        if (refusal != null) {
            return refusal;
        }
        ReadResult.Page page = reader.read(this, position, limits, settings::see);
        ReadResult news = refusal(owner, version);
        if (page == null) {
            return news != null ? news : new ReadResult.Moved();
        }
        return news != null ? news : payloads.fill(page);
    }

    /** Confirms a cached refusal with a new lookup, because it may be out of date. */
    private @Nullable ReadResult refusal(Incarnation owner, ProgressVersion version) throws SourceException {
        if (log.states.refusal(settings.key(), owner, version) == null) {
            return null;
        }
        lookUp();
        return log.states.refusal(settings.key(), owner, version);
    }

    private void lookUp() throws SourceException {
        Sql statement = log.sql().feed(FeedStatement.STATES);
        StateRead read = log.states.begin();
        Map<String, Object> values =
                Map.of("log", log.name, "owners", read.owners().toArray(String[]::new));
        log.statements.read("see the feeds", connection -> {
            List<FeedKey> replays = new ArrayList<>();
            statement.each(connection, values, row -> {
                log.states.sawLive(read, EventRowReader.texts(row, 1));
                String topic = row.getString("topic");
                if (topic != null) {
                    FeedKey feed = new FeedKey(topic, row.getString("publisher"));
                    log.states.saw(read, feed, state(row));
                    if (row.getBoolean("replay")) {
                        replays.add(feed);
                    }
                }
            });
            log.states.sawReplays(replays);
            return true;
        });
    }

    private static FeedStateRow state(ResultSet row) throws SQLException {
        return new FeedStateRow(
                row.getLong("revision"),
                row.getLong("position"),
                row.getObject("last_position", Long.class),
                row.getString("status"));
    }

    @Override
    public ReadResult fetch(
            Incarnation owner,
            ProgressVersion version,
            ReadPosition position,
            List<DeferredGroupRead> reads,
            Limits limits)
            throws SourceException {
        ReadResult refusal = refusal(owner, version);
        if (refusal != null) {
            return refusal;
        }
        ReadResult fetched = deferredGroups.fetch(position, reads, limits);
        return fetched != null ? fetched : new ReadResult.Moved();
    }

    @Override
    public RecordResult record(Incarnation owner, ProgressUpdate update) throws SourceException {
        return recording.record(owner, update);
    }

    /** Reads of the log also look up replay requests. Looks them up itself if there was no such read since the last call. */
    @Override
    public List<ReplayRequest> replays(Incarnation owner) throws SourceException {
        if (log.states.lastReplayLookup().number() == answeredBy) {
            lookUp();
        }
        ReplayLookup lookup = log.states.lastReplayLookup();
        answeredBy = lookup.number();
        return lookup.wanted().contains(settings.key()) ? askForReplays() : List.of();
    }

    private List<ReplayRequest> askForReplays() throws SourceException {
        Sql statement = log.sql().feed(FeedStatement.REPLAYS);
        return log.statements.read(
                "look for replays",
                connection -> statement.list(
                        connection,
                        log.values(settings.key()),
                        row -> new ReplayRequest(row.getLong(1), row.getString(2))));
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<Long> positions, boolean alone) throws SourceException {
        Sql statement = log.sql().feed(FeedStatement.MARK);
        Map<String, @Nullable Object> values = values(owner);
        values.put("ids", RecordFeedProgress.ids(positions));
        values.put("alone", alone);
        values.put("window", Suspicion.WINDOW.toString());
        return log.statements.writeOnce(
                "record what is sent with care",
                owner,
                connection -> statement.query(connection, values, ResultSet::next));
    }

    @Override
    public void endAlone(Incarnation owner, long position) throws SourceException {
        Sql statement = log.sql().feed(FeedStatement.END_ALONE);
        Map<String, @Nullable Object> values = values(owner);
        values.put("id", String.valueOf(position));
        log.statements.writeOnce(
                "end being alone in flight", owner, connection -> statement.update(connection, values));
    }

    @Override
    public boolean owns(Incarnation owner) throws SourceException {
        Sql statement = log.sql().feed(FeedStatement.OWNS);
        return log.statements.read(
                "see who owns the feed", connection -> statement.query(connection, values(owner), ResultSet::next));
    }

    @Override
    public void leave(Incarnation owner) throws SourceException {
        Sql statement = log.sql().feed(FeedStatement.LEAVE);
        log.statements.writeOnce(
                "leave in good order", owner, connection -> statement.update(connection, values(owner)));
    }

    private Map<String, @Nullable Object> values(Incarnation owner) {
        Map<String, @Nullable Object> values = log.values(settings.key());
        values.put("owner", owner.value());
        return values;
    }

    @Override
    public void close() {
        reader.forget(this);
    }
}
