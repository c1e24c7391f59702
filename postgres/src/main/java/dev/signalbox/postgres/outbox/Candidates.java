package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Groups and single rows that may be claimed, found by a plain read. They are hints: whoever takes one looks again. The
 * shard of a group is known only here, so a scan brings all groups and those of other nodes are dropped.
 */
final class Candidates {
    private static final int FEW = 512;
    private static final int MANY = 8_192;

    private record Scanned(List<String> groups, List<LooseLap.Seen> loose) {}

    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final GroupLap groups = new GroupLap();
    private final LooseLap loose = new LooseLap();

    Candidates(OutboxAccess access, OutboxSettings settings) {
        this.access = access;
        this.settings = settings;
    }

    GroupLap groups() {
        return groups;
    }

    LooseLap loose() {
        return loose;
    }

    void forgetAll() {
        groups.startOver();
        loose.startOver();
    }

    /**
     * Looks for more where there is nothing left.
     *
     * @param again whether an earlier look for this claim was in vain, so that a larger one is worth it
     */
    void refill(Shards shards, boolean again, Predicate<String> usableId) throws SourceException {
        boolean scanGroups = groups.isEmpty();
        boolean scanLoose = loose.isEmpty() && (scanGroups || loose.isDue());
        if (!scanLoose) {
            loose.skipped();
        }
        if (scanGroups || scanLoose) {
            int size = size(shards, again);
            int looseSize = loose.isOneMoment() ? MANY : size;
            Scanned scanned = scan(scanGroups ? size : 0, scanLoose ? looseSize : 0);
            if (scanGroups) {
                groups.scanned(scanned.groups(), scanned.groups().size() < size, ours(shards));
            }
            if (scanLoose) {
                loose.looked(scanned.loose(), looseSize, ours(shards).and(usableId));
            }
        }
    }

    private static Predicate<String> ours(Shards shards) {
        return key -> shards.isAll() || shards.contains(Shards.shardOf(key));
    }

    // The fewer shards are ours, the more has to be looked at. Powers of two, so that few statements serve all
    private static int size(Shards shards, boolean again) {
        int share = Integer.highestOneBit(Math.max(1, Shards.COUNT / Math.max(1, shards.size())));
        return Math.min(MANY, FEW * share * (again ? 4 : 1));
    }

    private Scanned scan(int most, int mostLoose) throws SourceException {
        String resume = groups.resume();
        LooseLap.Position start = loose.start();
        Set<String> flags = new HashSet<>();
        flags.add(most > 0 ? "groups" : "no groups");
        flags.add(mostLoose > 0 ? "loose" : "groups only");
        flags.add(most > 0 && mostLoose > 0 ? "both" : "one kind");
        flags.add(resume != null ? "resume" : "from the start");
        flags.add(start != null ? "behind" : "oldest first");
        Sql sql = access.sql().get("scan", Map.of("groups", most, "loose", mostLoose), flags);
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("resume", resume);
        values.put("at", start == null ? null : start.at());
        values.put("id", start == null ? null : start.id());
        values.put("max_payload", settings.maxPayloadBytes());
        return access.read("look for rows", connection -> scanned(connection, sql, values));
    }

    private static Scanned scanned(Connection connection, Sql sql, Map<String, @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            Scanned scanned = new Scanned(new ArrayList<>(), new ArrayList<>());
            while (rows.next()) {
                String id = rows.getString("id");
                if (id == null) {
                    scanned.groups().add(rows.getString("grp"));
                } else {
                    Found row = new Found(id, rows.getLong("size"));
                    scanned.loose().add(new LooseLap.Seen(row, rows.getString("at")));
                }
            }
            return scanned;
        }
    }
}
