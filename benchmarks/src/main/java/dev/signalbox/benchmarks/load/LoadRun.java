package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.process.ChildPrograms;
import dev.signalbox.benchmarks.workload.TopicReader;
import dev.signalbox.core.time.Clock;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** One run: sends orders, waits for their events, and compares both. */
final class LoadRun {
    private static final int MOST_IN_FLIGHT = 500;
    /** How long to wait for events and sums after the last change. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Duration BETWEEN_READS = Duration.ofMillis(100);
    private static final Duration LATE_DUPLICATES = Duration.ofMillis(500);

    /** Orders and their amount, by customer and status. */
    private static final String SERVICE_SUMS =
            "SELECT customer_name || ' ' || status, count(*) || ' ' || sum(amount) FROM orders"
                    + " GROUP BY customer_name, status";

    /** The same as the consumer has added it up from events. */
    private static final String CONSUMER_SUMS =
            "SELECT customer_name || ' ' || status, orders || ' ' || amount FROM customer_orders WHERE orders <> 0";

    private final OrdersExample example;
    private final LoadState state;
    private final CountDownLatch stop;
    private final PrintWriter out;
    private final Clock clock = Clock.SYSTEM;
    private final long beginning = clock.nanos();
    private final List<LoadSample> samples = new ArrayList<>();

    /** @param stop no further order is sent once it is zero */
    LoadRun(OrdersExample example, LoadState state, CountDownLatch stop, PrintWriter out) {
        this.example = example;
        this.state = state;
        this.stop = stop;
        this.out = out;
    }

    List<LoadSample> samples() {
        return List.copyOf(samples);
    }

    /** Returns all faults: events that are missing or out of order, and sums that differ. */
    List<String> run(Duration sampleInterval) throws SQLException, InterruptedException {
        TopicReader reader = new TopicReader(example.kafka(), LoadState.TOPICS, state::arrived).start();
        List<String> faults = new ArrayList<>();
        try (ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor();
                OrderRequestSender sender =
                        new OrderRequestSender(example.service(), MOST_IN_FLIGHT, state, stop, clock)) {
            long millis = sampleInterval.toMillis();
            var _ = sampler.scheduleAtFixedRate(this::sample, millis, millis, TimeUnit.MILLISECONDS);
            sender.sendAll(beginning);
            if (!sender.awaitAnswers()) {
                faults.add("some requests had neither an answer nor a timeout");
            }
            await(() -> state.sum(TracedOrder::missing), missing -> missing == 0, PATIENCE);
            Thread.sleep(LATE_DUPLICATES);
            reader.readAll();
        } finally {
            reader.close();
        }
        faults.addAll(state.faults());
        if (state.unreadable().sum() > 0) {
            faults.add(state.unreadable() + " records that cannot be read");
        }
        Map<String, String> taken = example.read("orders", SERVICE_SUMS);
        Map<String, String> added = await(() -> example.read("summary", CONSUMER_SUMS), taken::equals, PATIENCE);
        difference("sums that only the service has", taken, added).ifPresent(faults::add);
        difference("sums that only the consumer has", added, taken).ifPresent(faults::add);
        return faults;
    }

    interface Reading<T> {
        T read() throws SQLException;
    }

    /** Reads until the value is as wanted, or has not changed for some time; returns the last one. */
    static <T> T await(Reading<T> reading, Predicate<T> wanted, Duration patience)
            throws SQLException, InterruptedException {
        T value = reading.read();
        long changed = Clock.SYSTEM.nanos();
        while (!wanted.test(value) && Clock.SYSTEM.nanos() - changed < patience.toNanos()) {
            Thread.sleep(BETWEEN_READS);
            T next = reading.read();
            changed = next.equals(value) ? changed : Clock.SYSTEM.nanos();
            value = next;
        }
        return value;
    }

    static Optional<String> difference(String what, Map<String, String> first, Map<String, String> second) {
        Map<String, String> only = new TreeMap<>(first);
        only.entrySet().removeAll(second.entrySet());
        return only.isEmpty() ? Optional.empty() : Optional.of(what + ": " + only);
    }

    private void sample() {
        long now = clock.nanos() - beginning;
        LoadSample sample = new LoadSample(
                now / 1e9,
                state.plan().counts(now),
                state.sum(TracedOrder::accepted),
                state.errors(),
                state.dropped().sum(),
                state.sum(TracedOrder::missing),
                state.answers().recent(),
                state.events().recent(),
                ChildPrograms.megabytes(example.nodePid(), "VmRSS"));
        samples.add(sample);
        out.println(sample);
    }
}
