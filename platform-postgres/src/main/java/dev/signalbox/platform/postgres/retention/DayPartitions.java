package dev.signalbox.platform.postgres.retention;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The days of the tables that are partitioned by id. Days are attached ahead, which no writer waits for, and there is no
 * default partition, which would have to be searched each time.
 */
public final class DayPartitions {
    static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
    /** How many days are made ahead. */
    static final int AHEAD = 7;

    private static final String SCHEMA = "signalbox_platform.";
    private static final DateTimeFormatter SUFFIX =
            DateTimeFormatter.ofPattern("yyyyMMdd").withZone(ZoneOffset.UTC);

    enum Statement {
        LOCK_MAINTENANCE,
        NOW,
        PARTITIONS,
        LEFTOVERS,
        CREATE,
        ATTACH,
        WAITING_DAYS,
        FORGET_GIVEN_UP,
        FREE_KEYS,
        DETACH,
        FINISH_DETACHING,
        DROP,
        SWEEP_KEYS,
        REMOVE_SUBSCRIPTIONS
    }

    static final NamedStatements<Statement> SQL = SqlFolder.beside(
                    DayPartitions.class, "lower options parent part upper")
            .statements("partitions.sql", Statement.class);

    /** The partitioned tables. */
    enum DayTable {
        EVENTS(""),
        EVENT_CONTEXT(""),
        /** Room for a second version of each row, which is longer by the time of the next attempt. */
        JOBS(" WITH (fillfactor = 45)"),
        TASKS(""),
        ATTEMPTS(""),
        ENDED("");

        private final String options;

        DayTable(String options) {
            this.options = options;
        }

        String table() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One day of a table.
     *
     * @param parent the table's name
     * @param lower the first id
     * @param upper the first id behind it
     */
    record Day(String parent, String name, boolean detaching, long lower, long upper) {
        /** The time behind it, in milliseconds since 1970. */
        long endMillis() {
            return Tsid.from(upper).getUnixMilliseconds();
        }
    }

    private final PlatformDatabase database;

    public DayPartitions(PlatformDatabase database) {
        this.database = database;
    }

    /** Makes the days that are missing, and returns their names. */
    public List<String> makeAhead() throws StoreException {
        return database.transaction("make days ahead", DayPartitions::makeAhead);
    }

    /** In a transaction of the caller. */
    public static List<String> makeAhead(Connection connection) throws SQLException {
        long today = Math.floorDiv(now(connection), DAY_MILLIS);
        if (!missing(connection, today).isEmpty()) {
            SQL.sql(Statement.LOCK_MAINTENANCE).execute(connection, Map.of());
        }
        List<String> made = new ArrayList<>();
        for (Day day : missing(connection, today)) {
            String options = DayTable.valueOf(day.parent().toUpperCase(Locale.ROOT)).options;
            fill(Statement.CREATE, day, options).execute(connection, Map.of());
            fill(Statement.ATTACH, day, options).execute(connection, Map.of());
            made.add(day.name());
        }
        return made;
    }

    static long now(Connection connection) throws SQLException {
        return SQL.sql(Statement.NOW).one(connection, Map.of(), row -> row.getLong("now"));
    }

    /** From yesterday on: an id may be made just before midnight, and stored after it. */
    private static List<Day> missing(Connection connection, long today) throws SQLException {
        List<Day> present = days(connection);
        List<Day> missing = new ArrayList<>();
        for (DayTable table : DayTable.values()) {
            for (long number = today - 1; number <= today + AHEAD; number++) {
                Day day = day(table, number);
                if (present.stream().noneMatch(it -> overlaps(it, day))) {
                    missing.add(day);
                }
            }
        }
        return missing;
    }

    private static Day day(DayTable table, long number) {
        long start = number * DAY_MILLIS;
        return new Day(
                table.table(),
                table.table() + "_" + SUFFIX.format(Instant.ofEpochMilli(start)),
                false,
                TsidIds.first(start).toLong(),
                TsidIds.first(start + DAY_MILLIS).toLong());
    }

    private static boolean overlaps(Day one, Day other) {
        return one.parent().equals(other.parent()) && one.lower() < other.upper() && other.lower() < one.upper();
    }

    static List<Day> days(Connection connection) throws SQLException {
        return SQL.sql(Statement.PARTITIONS)
                .list(
                        connection,
                        Map.of(),
                        row -> new Day(
                                row.getString("parent"),
                                row.getString("name"),
                                row.getBoolean("detaching"),
                                row.getLong("lower"),
                                row.getLong("upper")));
    }

    static Sql fill(Statement statement, Day day) {
        return fill(statement, day, "");
    }

    private static Sql fill(Statement statement, Day day, String options) {
        Map<String, String> names = new HashMap<>();
        names.put("parent", SCHEMA + day.parent());
        names.put("part", SCHEMA + day.name());
        names.put("lower", Long.toString(day.lower()));
        names.put("upper", Long.toString(day.upper()));
        names.put("options", options);
        return SQL.sql(statement, names);
    }
}
