package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.DeferredGroupRead;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.ReadResult;
import dev.signalbox.core.log.RecordResult;
import dev.signalbox.core.log.ReplayRequest;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.log.LogTemplates.FeedStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A feed of a log in PostgreSQL. */
final class PostgresFeed implements EventLog {
    private final LogContext access;
    private final SharedLogReader reader;
    private final FeedSettings settings;
    private final OpenFeed opening;
    private final RecordFeedProgress recording;
    private final FetchDeferredGroups deferredGroups;
    private final LargePayloadReader largePayloadReader;
    /** The number of the lookup that last answered whether a replay is requested. */
    private volatile long answeredBy;

    PostgresFeed(LogContext access, SharedLogReader reader, FeedSettings settings, String node) {
        this.access = access;
        this.reader = reader;
        this.settings = settings;
        this.opening = new OpenFeed(access, settings, node);
        this.recording = new RecordFeedProgress(access, settings.key());
        this.largePayloadReader = new LargePayloadReader(access);
        this.deferredGroups = new FetchDeferredGroups(access, settings, largePayloadReader);
    }

    @Override
    public OpenResult open(Incarnation owner) throws SourceException {
        OpenResult opened = opening.open(owner);
        if (opened instanceof OpenResult.Opened) {
            access.states().opened(settings.key(), owner);
        }
        return opened;
    }

    @Override
    public ReadResult read(Incarnation owner, ProgressVersion progressVersion, ReadPosition readPosition, Limits limits)
            throws SourceException {
        ReadResult refusal = refusal(owner, progressVersion);
        if (refusal != null) {
            return refusal;
        }
        ReadResult.Page page = reader.read(this, readPosition, limits, settings::see);
        if (page == null) {
            return new ReadResult.Moved();
        }
        ReadResult news = refusal(owner, progressVersion);
        return news != null ? news : largePayloadReader.fill(page);
    }

    /** Confirms a cached refusal with a new lookup, because it may be out of date. */
    private @Nullable ReadResult refusal(Incarnation owner, ProgressVersion progressVersion) throws SourceException {
        if (access.states().refusal(settings.key(), owner, progressVersion) == null) {
            return null;
        }
        lookUp();
        return access.states().refusal(settings.key(), owner, progressVersion);
    }

    private void lookUp() throws SourceException {
        Sql statement = access.sql().feed(FeedStatement.STATES);
        LastSeenFeedStates.StateRead stateRead = access.states().look();
        Map<String, Object> values =
                Map.of("log", access.name(), "owners", stateRead.owners().toArray(String[]::new));
        access.statements().read("see the pairs", connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                List<FeedKey> replays = new ArrayList<>();
                while (rows.next()) {
                    access.states().sawLive(stateRead, EventRowReader.texts(rows, 1));
                    String topic = rows.getString("topic");
                    if (topic != null) {
                        FeedKey pair = new FeedKey(topic, rows.getString("publisher"));
                        access.states().saw(stateRead, pair, state(rows));
                        if (rows.getBoolean("replay")) {
                            replays.add(pair);
                        }
                    }
                }
                access.replays().saw(replays);
                return true;
            }
        });
    }

    private static LastSeenFeedStates.FeedStateRow state(ResultSet row) throws SQLException {
        return new LastSeenFeedStates.FeedStateRow(
                row.getLong("revision"),
                row.getLong("position"),
                row.getObject("last_position", Long.class),
                row.getString("status"));
    }

    @Override
    public ReadResult fetch(
            Incarnation owner,
            ProgressVersion progressVersion,
            ReadPosition readPosition,
            List<DeferredGroupRead> deferredGroupRead,
            Limits limits)
            throws SourceException {
        ReadResult refusal = refusal(owner, progressVersion);
        return refusal != null ? refusal : deferredGroups.fetch(readPosition, deferredGroupRead, limits);
    }

    @Override
    public RecordResult record(Incarnation owner, ProgressUpdate progressUpdate) throws SourceException {
        return recording.record(owner, progressUpdate);
    }

    /** Reads of the log also look up replay requests. Looks them up itself if there was no such read since the last call. */
    @Override
    public List<ReplayRequest> replays(Incarnation owner) throws SourceException {
        if (access.replays().last().number() == answeredBy) {
            lookUp();
        }
        ReplayRequests.Snapshot snapshot = access.replays().last();
        answeredBy = snapshot.number();
        return snapshot.wanted().contains(settings.key()) ? askForReplays() : List.of();
    }

    private List<ReplayRequest> askForReplays() throws SourceException {
        Sql statement = access.sql().feed(FeedStatement.REPLAYS);
        Map<String, Object> values = new HashMap<>(OpenFeed.names(access, settings.key()));
        return access.statements().read("look for replays", connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                List<ReplayRequest> replayRequests = new ArrayList<>();
                while (rows.next()) {
                    replayRequests.add(new ReplayRequest(rows.getLong(1), rows.getString(2)));
                }
                return replayRequests;
            }
        });
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<Long> positions) throws SourceException {
        Sql statement = access.sql().feed(FeedStatement.MARK);
        Map<String, Object> values = values(owner);
        values.put("ids", RecordFeedProgress.ids(positions));
        return access.statements().writeOnce("record what is sent with care", owner, connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                return rows.next();
            }
        });
    }

    @Override
    public boolean owns(Incarnation owner) throws SourceException {
        Sql statement = access.sql().feed(FeedStatement.OWNS);
        return access.statements().read("see whose the pair is", connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values(owner));
                    ResultSet rows = prepared.executeQuery()) {
                return rows.next();
            }
        });
    }

    @Override
    public void leave(Incarnation owner) throws SourceException {
        Sql statement = access.sql().feed(FeedStatement.LEAVE);
        access.statements().writeOnce("leave in good order", owner, connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values(owner))) {
                return prepared.executeUpdate();
            }
        });
    }

    private Map<String, Object> values(Incarnation owner) {
        Map<String, Object> values = new HashMap<>(OpenFeed.names(access, settings.key()));
        values.put("owner", owner.value());
        return values;
    }

    @Override
    public void close() {
        reader.forget(this);
    }
}
