package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.Opening;
import dev.signalbox.core.log.Progress;
import dev.signalbox.core.log.Reach;
import dev.signalbox.core.log.Reading;
import dev.signalbox.core.log.Recording;
import dev.signalbox.core.log.Replay;
import dev.signalbox.core.log.Version;
import dev.signalbox.core.log.Wanted;
import dev.signalbox.core.relay.SharedReader;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A topic's publisher, and where it is in the log. */
final class PostgresPair implements EventLog {
    private final LogAccess access;
    private final SharedReader reader;
    private final PairSettings settings;
    private final OpenPair opening;
    private final RecordProgress recording;
    private final FetchSidings sidings;
    private final Contents contents;
    /** The look that answered last whether something is to be tried again. */
    private volatile long answeredBy;

    PostgresPair(LogAccess access, SharedReader reader, PairSettings settings, String node) {
        this.access = access;
        this.reader = reader;
        this.settings = settings;
        this.opening = new OpenPair(access, settings, node);
        this.recording = new RecordProgress(access, settings.key());
        this.contents = new Contents(access);
        this.sidings = new FetchSidings(access, settings, contents);
    }

    @Override
    public Opening open(Incarnation owner) throws SourceException {
        Opening opened = opening.open(owner);
        if (opened instanceof Opening.Opened) {
            access.states().opened(settings.key(), owner);
        }
        return opened;
    }

    @Override
    public Reading read(Incarnation owner, Version version, Reach reach, Limits limits) throws SourceException {
        Reading refusal = refusal(owner, version);
        if (refusal != null) {
            return refusal;
        }
        Reading.Page page = reader.read(this, reach, limits, settings::see);
        if (page == null) {
            return new Reading.Moved();
        }
        Reading news = refusal(owner, version);
        return news != null ? news : contents.fill(page);
    }

    /** What was seen may be over by now: that is looked up before it is believed. */
    private @Nullable Reading refusal(Incarnation owner, Version version) throws SourceException {
        if (access.states().refusal(settings.key(), owner, version) == null) {
            return null;
        }
        lookUp();
        return access.states().refusal(settings.key(), owner, version);
    }

    private void lookUp() throws SourceException {
        Sql statement = access.sql().get("states");
        PairStates.Look look = access.states().look();
        Map<String, Object> values =
                Map.of("log", access.name(), "owners", look.owners().toArray(String[]::new));
        access.statements().read("see the pairs", connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                List<PairKey> replays = new ArrayList<>();
                while (rows.next()) {
                    access.states().sawLive(look, EventRows.texts(rows, 1));
                    String topic = rows.getString("topic");
                    if (topic != null) {
                        PairKey pair = new PairKey(topic, rows.getString("publisher"));
                        access.states().saw(look, pair, state(rows));
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

    private static PairStates.State state(ResultSet row) throws SQLException {
        return new PairStates.State(
                row.getLong("revision"),
                row.getLong("position"),
                row.getObject("last_position", Long.class),
                row.getString("status"));
    }

    @Override
    public Reading fetch(Incarnation owner, Version version, Reach reach, List<Wanted> wanted, Limits limits)
            throws SourceException {
        Reading refusal = refusal(owner, version);
        return refusal != null ? refusal : sidings.fetch(reach, wanted, limits);
    }

    @Override
    public Recording record(Incarnation owner, Progress progress) throws SourceException {
        return recording.record(owner, progress);
    }

    /** Reads of the log tell whether there is something to ask for. Where nobody has read since the last time, it looks. */
    @Override
    public List<Replay> replays(Incarnation owner) throws SourceException {
        if (access.replays().last().number() == answeredBy) {
            lookUp();
        }
        ReplayWatch.Look look = access.replays().last();
        answeredBy = look.number();
        return look.wanted().contains(settings.key()) ? askForReplays() : List.of();
    }

    private List<Replay> askForReplays() throws SourceException {
        Sql statement = access.sql().pair("replays");
        Map<String, Object> values = new HashMap<>(OpenPair.names(access, settings.key()));
        return access.statements().read("look for replays", connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                List<Replay> replays = new ArrayList<>();
                while (rows.next()) {
                    replays.add(new Replay(rows.getLong(1), rows.getString(2)));
                }
                return replays;
            }
        });
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<Long> positions) throws SourceException {
        Sql statement = access.sql().pair("mark");
        Map<String, Object> values = values(owner);
        values.put("ids", RecordProgress.ids(positions));
        return access.statements().writeOnce("record what is sent with care", owner, connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet rows = prepared.executeQuery()) {
                return rows.next();
            }
        });
    }

    @Override
    public boolean owns(Incarnation owner) throws SourceException {
        Sql statement = access.sql().pair("owns");
        return access.statements().read("see whose the pair is", connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values(owner));
                    ResultSet rows = prepared.executeQuery()) {
                return rows.next();
            }
        });
    }

    @Override
    public void leave(Incarnation owner) throws SourceException {
        Sql statement = access.sql().pair("leave");
        access.statements().writeOnce("leave in good order", owner, connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values(owner))) {
                return prepared.executeUpdate();
            }
        });
    }

    private Map<String, Object> values(Incarnation owner) {
        Map<String, Object> values = new HashMap<>(OpenPair.names(access, settings.key()));
        values.put("owner", owner.value());
        return values;
    }

    @Override
    public void close() {
        reader.forget(this);
    }
}
