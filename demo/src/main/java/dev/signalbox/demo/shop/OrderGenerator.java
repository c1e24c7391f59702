package dev.signalbox.demo.shop;

import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.Severity;
import dev.signalbox.embedded.process.StopSignal;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Places orders at a steady rate and takes each through its steps, on its own connection. One generator places all orders
 * of a customer, so that the jobs of a customer are committed in order.
 */
final class OrderGenerator implements Runnable {
    private static final int CUSTOMERS_EACH = 25;
    private static final double ROLLBACK_RATE = 0.03;
    private static final double BAD_MESSAGE_RATE = 0.003;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final String UPDATE_STATE = "UPDATE orders SET state = ? WHERE id = ?";

    private final int index;
    private final int generators;
    private final Connection connection;
    private final Shop.Counters counters;
    private final TsidGenerator ids;
    private final SplittableRandom random;
    private final StopSignal ending;
    private final RunContext context;
    private final String insertOrder;
    private final PriorityQueue<DueStep> open = new PriorityQueue<>(Comparator.comparingLong(DueStep::at));
    private final Map<Integer, Integer> jobs = new HashMap<>();

    private record DueStep(long at, ShopOrder order) {}

    /**
     * @param index of this generator among all of them
     * @param connection is closed at the end of {@link #run}
     */
    OrderGenerator(
            int index,
            int generators,
            Connection connection,
            Shop.Counters counters,
            TsidGenerator ids,
            SplittableRandom random,
            StopSignal ending,
            RunContext context)
            throws SQLException {
        this.index = index;
        this.generators = generators;
        this.connection = connection;
        this.counters = counters;
        this.ids = ids;
        this.random = random;
        this.ending = ending;
        this.context = context;
        this.insertOrder = "INSERT INTO orders (id, customer, total, currency, state, created_at)"
                + " VALUES (?, ?, ?, ?, ?, " + context.database().sql("now") + ")";
        connection.setAutoCommit(false);
    }

    @Override
    public void run() {
        try (connection) {
            generate();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            context.activity().add(Severity.ERROR, "a thread of the shop gave up: " + e.getMessage());
        }
    }

    private void generate() throws InterruptedException, SQLException {
        long interval = (long) (SECOND * generators / context.options().rate());
        long nextOrder = context.clock().nanos() + interval * index / generators;
        while (ending.waitUntil(
                open.isEmpty() ? nextOrder : Math.min(nextOrder, open.peek().at()))) {
            DueStep due = open.peek();
            if (due != null && due.at() <= nextOrder) {
                open.remove();
                advance(due.order());
            } else {
                place();
                // After a delay of the database, it catches up by at most a second.
                nextOrder = Math.max(nextOrder + interval, context.clock().nanos() - SECOND);
            }
        }
    }

    private void place() throws SQLException {
        int customer = index + generators * random.nextInt(CUSTOMERS_EACH);
        String currency = !context.options().calm() && random.nextDouble() < BAD_MESSAGE_RATE ? "???" : "EUR";
        ShopOrder order = new ShopOrder(
                counters.lastOrder().incrementAndGet(), customer, 1, random.nextInt(100, 50_000), currency);
        execute(insertOrder, order.number(), customer, new BigDecimal(order.total()), "EUR", order.state());
        insertEvent(order);
        if (random.nextDouble() < ROLLBACK_RATE) {
            connection.rollback();
            counters.rolledBack().increment();
            return;
        }
        connection.commit();
        counters.orders().increment();
        counters.messages().increment();
        scheduleNext(order);
    }

    private void advance(ShopOrder order) throws SQLException {
        execute(UPDATE_STATE, order.state(), order.number());
        insertEvent(order);
        boolean isPaid = order.step() == 2;
        int job = jobs.getOrDefault(order.customer(), 0) + 1;
        if (isPaid) {
            String id = ids.next();
            insertMessage(
                    "outbox_dispatch_jobs",
                    "DISPATCH_JOB",
                    id,
                    "customer-" + order.customer(),
                    order.receiptJob(id, job, context.clock().nanos()));
        }
        connection.commit();
        counters.messages().add(isPaid ? 2 : 1);
        if (isPaid) {
            jobs.put(order.customer(), job);
        }
        if (order.step() < ShopOrder.STEPS) {
            scheduleNext(order);
        }
    }

    private void scheduleNext(ShopOrder order) {
        open.add(new DueStep(context.clock().nanos() + random.nextLong(SECOND / 5, SECOND), order.next()));
    }

    private void insertEvent(ShopOrder order) throws SQLException {
        String id = ids.next();
        insertMessage(
                "outbox_events",
                "EVENT",
                id,
                order.group(),
                order.event(id, context.clock().nanos()));
    }

    private void insertMessage(String table, String type, String id, String group, String payload) throws SQLException {
        execute(
                "INSERT INTO " + table + " (id, type, message_group, payload, status, created_at)"
                        + " VALUES (?, ?, ?, ?, 'PENDING', "
                        + context.database().sql("now") + ")",
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
