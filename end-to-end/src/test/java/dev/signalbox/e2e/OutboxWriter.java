package dev.signalbox.e2e;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Writes to the outbox with one writer, so that the order within a group is the order of the numbers. */
final class OutboxWriter implements AutoCloseable {
    private static final long TICKS_PER_SECOND = 50;

    private final TestDatabase.Writer writer;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Map<String, Long> committed = new ConcurrentHashMap<>();
    private @Nullable ScheduledFuture<?> load;
    private long number;

    OutboxWriter(TestDatabase database) {
        this.writer = database.writer();
    }

    /** Maps a number to one of this many groups. */
    static LongFunction<@Nullable String> spreadOver(int groups) {
        return n -> "g" + n % groups;
    }

    /** The same, but each tenth message is ungrouped. */
    static LongFunction<@Nullable String> spreadOverOrAlone(int groups) {
        return n -> n % 10 == 9 ? null : "g" + n % groups;
    }

    static String id(long number) {
        return "E%012d".formatted(number);
    }

    static String payload(long number, @Nullable String group) {
        return "{\"id\":\"%s\",\"group\":\"%s\",\"n\":%d,\"type\":\"order.created\"}"
                .formatted(id(number), group == null ? "" : group, number);
    }

    /** Commits this many events in one transaction, with consecutive numbers. */
    synchronized void write(int count, LongFunction<@Nullable String> groups) {
        List<TestDatabase.Message> messages = LongStream.range(number, number + count)
                .mapToObj(n -> {
                    String group = groups.apply(n);
                    return new TestDatabase.Message(id(n), "EVENT", group, payload(n, group));
                })
                .toList();
        writer.commit(PostgresTestDatabase.EVENTS, messages);
        number += count;
        long now = System.nanoTime();
        messages.forEach(message -> committed.put(message.id(), now));
    }

    /** Commits one event with this payload and returns its id. */
    synchronized String writePayload(@Nullable String group, String payload) {
        String id = id(number++);
        writer.commit(PostgresTestDatabase.EVENTS, List.of(new TestDatabase.Message(id, "EVENT", group, payload)));
        return id;
    }

    /** Commits this many dispatch jobs, for a few customers. */
    synchronized void writeJobs(int count) {
        writer.commit(
                PostgresTestDatabase.JOBS,
                IntStream.rangeClosed(1, count)
                        .mapToObj(n -> {
                            String id = "J%012d".formatted(n);
                            String group = "customer-" + n % 7;
                            String payload = "{\"id\":\"%s\",\"group\":\"%s\",\"n\":%d}".formatted(id, group, n);
                            return new TestDatabase.Message(id, "DISPATCH_JOB", group, payload);
                        })
                        .toList());
    }

    /** Reserves numbers for events that the given writer writes; it receives the first number. */
    synchronized void writeBy(int count, LongConsumer statement) {
        statement.accept(number);
        number += count;
    }

    /** Writes this many events a second from now on. */
    synchronized void begin(int perSecond, LongFunction<@Nullable String> groups) {
        if (load != null) {
            throw new IllegalStateException("it writes already");
        }
        int perTick = (int) Math.max(1, perSecond / TICKS_PER_SECOND);
        long period = TimeUnit.SECONDS.toMicros(1) * perTick / perSecond;
        load = timer.scheduleAtFixedRate(() -> write(perTick, groups), 0, period, TimeUnit.MICROSECONDS);
    }

    /** Ends the load; fails if an error ended it earlier. */
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

    /** The commit time of an event, on this JVM's clock. */
    long committedAt(String id) {
        return committed.getOrDefault(id, 0L);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        writer.close();
    }
}
