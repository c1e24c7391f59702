package dev.signalbox.demo.shop;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.embedded.process.StopSignal;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Places orders at a steady rate and takes each through its steps, on its own connection. One generator places all orders
 * of a customer, so that the jobs of a customer are committed in order.
 */
final class OrderGenerator implements Runnable {
    static final int GENERATORS = 8;
    private static final int CUSTOMERS_EACH = 25;
    private static final double ROLLBACK_RATE = 0.03;
    private static final double BAD_MESSAGE_RATE = 0.003;
    private static final String CURRENCY = "EUR";
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final int index;
    private final RunContext context;
    private final Counters counters;
    private final StopSignal ending;
    private final Connection connection;
    private final String now;
    private final PriorityQueue<DueStep> open = new PriorityQueue<>(Comparator.comparingLong(DueStep::at));

    /** Counts of commits and rollbacks, and the last numbers that were given. */
    record Counters(
            LongAdder orders, LongAdder messages, LongAdder rolledBack, AtomicLong lastOrder, AtomicLong lastMessage) {
        Counters() {
            this(new LongAdder(), new LongAdder(), new LongAdder(), new AtomicLong(), new AtomicLong());
        }
    }

    private enum Step {
        PLACED("OrderPlaced"),
        PAID("OrderPaid"),
        SHIPPED("OrderShipped");

        private final String event;

        Step(String event) {
            this.event = event;
        }
    }

    /** @param currency one that the receiver does not know makes the second message a bad one */
    private record Order(long number, int customer, BigDecimal total, String currency) {}

    private record DueStep(long at, Order order, Step step) {}

    /** @param index of this generator among all of them */
    OrderGenerator(int index, RunContext context, Counters counters, StopSignal ending) throws SQLException {
        this.index = index;
        this.context = context;
        this.counters = counters;
        this.ending = ending;
        this.now = context.database().sql().text("now");
        this.connection = context.database().shop().connect();
        connection.setAutoCommit(false);
    }

    @Override
    public void run() {
        try (connection) {
            generate();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            context.activity().error("a thread of the shop gave up: " + e.getMessage());
        }
    }

    private void generate() throws InterruptedException, SQLException {
        long interval = (long) (SECOND * GENERATORS / context.options().rate());
        long nextOrder = Clock.SYSTEM.nanos() + interval * index / GENERATORS;
        while (ending.waitUntil(
                open.isEmpty() ? nextOrder : Math.min(nextOrder, open.peek().at()))) {
            DueStep due = open.peek();
            if (due != null && due.at() <= nextOrder) {
                open.remove();
                advance(due.order(), due.step());
            } else {
                place();
                // After a delay of the database, it catches up by at most a second.
                nextOrder = Math.max(nextOrder + interval, Clock.SYSTEM.nanos() - SECOND);
            }
        }
    }

    private void place() throws SQLException {
        boolean isBad = !context.options().calm() && ThreadLocalRandom.current().nextDouble() < BAD_MESSAGE_RATE;
        Order order = new Order(
                counters.lastOrder().incrementAndGet(),
                index + GENERATORS * ThreadLocalRandom.current().nextInt(CUSTOMERS_EACH),
                BigDecimal.valueOf(ThreadLocalRandom.current().nextInt(100, 50_000), 2),
                isBad ? Receiver.UNKNOWN_CURRENCY : CURRENCY);
        execute(
                "INSERT INTO orders (id, customer, total, currency, state, created_at) VALUES (?, ?, ?, ?, ?, " + now
                        + ")",
                order.number(),
                order.customer(),
                order.total(),
                CURRENCY,
                Step.PLACED.name());
        insertEvent(order, Step.PLACED, CURRENCY);
        if (ThreadLocalRandom.current().nextDouble() < ROLLBACK_RATE) {
            connection.rollback();
            counters.rolledBack().increment();
            return;
        }
        connection.commit();
        counters.orders().increment();
        counters.messages().increment();
        schedule(order, Step.PAID);
    }

    private void advance(Order order, Step step) throws SQLException {
        execute("UPDATE orders SET state = ? WHERE id = ?", step.name(), order.number());
        boolean isPaid = step == Step.PAID;
        insertEvent(order, step, isPaid ? order.currency() : CURRENCY);
        if (isPaid) {
            String group = "customer-" + order.customer();
            insert("outbox_dispatch_jobs", "DISPATCH_JOB", group, "SendReceipt", order, CURRENCY);
        }
        connection.commit();
        counters.messages().add(isPaid ? 2 : 1);
        if (isPaid) {
            schedule(order, Step.SHIPPED);
        }
    }

    private void schedule(Order order, Step next) {
        open.add(new DueStep(
                Clock.SYSTEM.nanos() + ThreadLocalRandom.current().nextLong(SECOND / 5, SECOND), order, next));
    }

    private void insertEvent(Order order, Step step, String currency) throws SQLException {
        insert("outbox_events", "EVENT", "order-" + order.number(), step.event, order, currency);
    }

    /** The id is a number of the same length for all messages, so that the ids of a group sort by time. */
    private void insert(String table, String type, String group, String event, Order order, String currency)
            throws SQLException {
        String id = String.format("%013d", counters.lastMessage().incrementAndGet());
        String payload = """
                {"id":"%s","type":"%s","group":"%s","order":%d,"customer":%d,"total":%s,"currency":"%s","writtenAt":%d}""".formatted(
                id, event, group, order.number(), order.customer(), order.total(), currency, Clock.SYSTEM.nanos());
        execute(
                "INSERT INTO " + table + " (id, type, message_group, payload, status, created_at)"
                        + " VALUES (?, ?, ?, ?, 'PENDING', " + now + ")",
                id,
                type,
                group,
                payload);
    }

    private void execute(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
