package dev.signalbox.platform.postgres.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.matching.MatchedSubscription;
import dev.signalbox.platform.matching.MatchingChanges;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.matching.MatchingRows;
import dev.signalbox.platform.matching.MatchingStore;
import dev.signalbox.platform.matching.TypeMatches;
import dev.signalbox.platform.postgres.database.MatchingVersion;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what matching needs. Each statement is one snapshot. */
public final class PostgresMatching implements MatchingStore {
    private static final int MOST_TYPES = 10_000;

    private final PlatformDatabase database;

    public PostgresMatching(PlatformDatabase database) {
        this.database = database;
    }

    @Override
    public MatchingRows load(Set<MatchingKey> keys) throws StoreException {
        return database.run("read the subscriptions of events", connection -> load(connection, keys));
    }

    /** The same, in a transaction of the caller. */
    public static MatchingRows load(Connection connection, Set<MatchingKey> keys) throws SQLException {
        List<MatchingKey> asked = List.copyOf(keys);
        Map<String, Object> values = Map.of(
                "types", asked.stream().map(MatchingKey::type).toArray(String[]::new),
                "clients", asked.stream().map(MatchingKey::client).toArray(String[]::new));
        return statement().query(connection, values, rows -> read(rows, asked));
    }

    /** The statement that looks up what matches. */
    public static Sql statement() {
        return RegistryVersions.SQL.sql(RegistryVersions.Statement.MATCHING, MatchingVersion.NAMES);
    }

    private static MatchingRows read(ResultSet rows, List<MatchingKey> asked) throws SQLException {
        Map<MatchingKey, TypeBindings> bindings = new HashMap<>();
        long version = 0;
        while (rows.next()) {
            version = rows.getLong("matching_version");
            boolean registered = rows.getBoolean("registered");
            TypeBindings here =
                    bindings.computeIfAbsent(asked.get(rows.getInt("n") - 1), _ -> new TypeBindings(registered));
            Long subscription = rows.getObject("subscription", Long.class);
            if (subscription != null) {
                here.add(subscription, rows.getString("spec_version"));
            }
        }
        Map<MatchingKey, TypeMatches> matches = new HashMap<>();
        bindings.forEach((key, here) -> matches.put(key, here.matches()));
        return new MatchingRows(version, matches);
    }

    /** The bindings of one type, by subscription. */
    private static final class TypeBindings {
        final boolean registered;
        final Map<Long, Set<@Nullable String>> versions = new LinkedHashMap<>();

        TypeBindings(boolean registered) {
            this.registered = registered;
        }

        void add(long subscription, @Nullable String specVersion) {
            versions.computeIfAbsent(subscription, _ -> new HashSet<>()).add(specVersion);
        }

        TypeMatches matches() {
            List<MatchedSubscription> subscriptions = new ArrayList<>();
            versions.forEach((id, wanted) -> {
                Set<String> named = new HashSet<>();
                for (String version : wanted) {
                    if (version != null) {
                        named.add(version);
                    }
                }
                // A binding without a version takes any.
                subscriptions.add(
                        new MatchedSubscription(Tsid.from(id), named.size() < wanted.size() ? Set.of() : named));
            });
            return new TypeMatches(registered, subscriptions);
        }
    }

    @Override
    public MatchingChanges changesSince(long version) throws StoreException {
        Map<String, Object> values =
                Map.of("version", version, "remembered", RegistryVersions.REMEMBERED, "most", MOST_TYPES);
        return database.run(
                "read what has changed in the registry",
                connection -> RegistryVersions.SQL
                        .sql(RegistryVersions.Statement.CHANGES, MatchingVersion.NAMES)
                        .one(
                                connection,
                                values,
                                row -> new MatchingChanges(
                                        row.getLong("matching_version"),
                                        row.getBoolean("complete"),
                                        Set.of(distinct(
                                                (String[]) row.getArray("types").getArray())))));
    }

    private static String[] distinct(String[] types) {
        return new HashSet<>(List.of(types)).toArray(String[]::new);
    }
}
