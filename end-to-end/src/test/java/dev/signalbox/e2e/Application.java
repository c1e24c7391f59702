package dev.signalbox.e2e;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** What writes to the outbox: one writer, so that the order within a group is the order of the numbers. */
final class Application implements AutoCloseable {
    private static final long TICKS_PER_SECOND = 50;

    private final Outbox outbox;
    private final Connection connection;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Map<String, Long> committed = new ConcurrentHashMap<>();
    private @Nullable ScheduledFuture<?> load;
    private long number;

    Application(Outbox outbox) throws SQLException {
        this.outbox = outbox;
        this.connection = outbox.connect();
        connection.setAutoCommit(false);
    }

    /** Which group a number belongs to, spread over so many. */
    static LongFunction<@Nullable String> spreadOver(int groups) {
        return n -> "g" + n % groups;
    }

    static String id(long number) {
        return "E%012d".formatted(number);
    }

    static String payload(long number, @Nullable String group) {
        return "{\"id\":\"%s\",\"group\":\"%s\",\"n\":%d,\"type\":\"order.created\"}"
                .formatted(id(number), group == null ? "" : group, number);
    }

    /** Commits so many events in one transaction, with numbers that continue those before. */
    synchronized void write(int count, LongFunction<@Nullable String> groups) {
        String sql = "INSERT INTO " + Outbox.EVENTS
                + " VALUES (?, 'EVENT', ?, ?, 'PENDING', 0, clock_timestamp() AT TIME ZONE 'UTC')";
        long first = number;
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int i = 0; i < count; i++) {
                String group = groups.apply(number);
                insert.setString(1, id(number));
                insert.setString(2, group);
                insert.setString(3, payload(number, group));
                insert.addBatch();
                number++;
            }
            insert.executeBatch();
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException("The application could not write", e);
        }
        long now = System.nanoTime();
        for (long n = first; n < number; n++) {
            committed.put(id(n), now);
        }
    }

    /** Commits one event with this payload, and gives its id. */
    synchronized String writePayload(@Nullable String group, String payload) {
        String id = id(number++);
        String sql = "INSERT INTO " + Outbox.EVENTS
                + " VALUES (?, 'EVENT', ?, ?, 'PENDING', 0, clock_timestamp() AT TIME ZONE 'UTC')";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, id);
            insert.setString(2, group);
            insert.setString(3, payload);
            insert.executeUpdate();
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException("The application could not write", e);
        }
        return id;
    }

    /** Commits so many events at once, made by the database, which is faster. */
    synchronized void writeMany(int count, int groups) {
        outbox.execute("""
                INSERT INTO %s
                SELECT 'E' || lpad(n::text, 12, '0'), 'EVENT', 'g' || n %% %2$d,
                    format('{"id":"E%%s","group":"g%%s","n":%%s,"type":"order.created"}', lpad(n::text, 12, '0'), n %% %2$d, n),
                    'PENDING', 0, clock_timestamp() AT TIME ZONE 'UTC'
                FROM generate_series(%3$d, %4$d) n
                """.formatted(Outbox.EVENTS, groups, number, number + count - 1));
        number += count;
    }

    /** Writes so many events a second from now on. */
    synchronized void begin(int perSecond, LongFunction<@Nullable String> groups) {
        if (load != null) {
            throw new IllegalStateException("it writes already");
        }
        int perTick = (int) Math.max(1, perSecond / TICKS_PER_SECOND);
        long period = TimeUnit.SECONDS.toMicros(1) * perTick / perSecond;
        load = timer.scheduleAtFixedRate(() -> write(perTick, groups), 0, period, TimeUnit.MICROSECONDS);
    }

    /** Ends the load; fails if it had ended by an error before. */
    void pause() {
        ScheduledFuture<?> ending;
        synchronized (this) {
            ending = load;
            load = null;
        }
        if (ending == null || !ending.cancel(false)) {
            throw new IllegalStateException("the application has not been writing: " + ending);
        }
    }

    synchronized long written() {
        return number;
    }

    /** When an event was committed, on this JVM's clock. */
    long committedAt(String id) {
        return committed.getOrDefault(id, 0L);
    }

    @Override
    public void close() throws SQLException {
        timer.shutdownNow();
        connection.close();
    }
}
