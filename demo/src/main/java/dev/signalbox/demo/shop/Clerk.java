package dev.signalbox.demo.shop;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.News;
import dev.signalbox.embedded.process.StopSignal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Places orders at a steady rate, and takes each of them through its steps. A customer always has the same clerk. */
final class Clerk implements Runnable, AutoCloseable {
    private static final int CUSTOMERS_EACH = 25;
    private static final double ROLLED_BACK = 0.03;
    private static final double BAD = 0.003;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final int number;
    private final int clerks;
    private final Outbox outbox;
    private final Shop.Habits habits;
    private final SplittableRandom random;
    private final Place place;
    private final PriorityQueue<Due> open = new PriorityQueue<>(Comparator.comparingLong(Due::at));
    private final Map<Integer, Integer> jobs = new HashMap<>();

    /** What a clerk needs to know of the shop. */
    record Place(StopSignal ending, News news, Clock clock) {}

    private record Due(long at, Order order) {}

    Clerk(int number, int clerks, Outbox outbox, Shop.Habits habits, SplittableRandom random, Place place) {
        this.number = number;
        this.clerks = clerks;
        this.outbox = outbox;
        this.habits = habits;
        this.random = random;
        this.place = place;
    }

    @Override
    public void run() {
        try {
            sell();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            place.news().add(News.Tone.BAD, "a clerk of the shop gave up: " + e.getMessage());
        }
    }

    @Override
    public void close() throws SQLException {
        outbox.close();
    }

    private void sell() throws InterruptedException, SQLException {
        long interval = (long) (SECOND * clerks / habits.ordersPerSecond());
        long nextOrder = place.clock().nanos() + interval * number / clerks;
        while (place.ending().waitUntil(nextDue(nextOrder))) {
            Due due = open.peek();
            if (due != null && due.at() <= nextOrder) {
                open.remove();
                advance(due.order());
            } else {
                sellOne();
                // What a slow database made us miss is not made up for, beyond a second.
                nextOrder = Math.max(nextOrder + interval, place.clock().nanos() - SECOND);
            }
        }
    }

    private long nextDue(long nextOrder) {
        Due due = open.peek();
        return due == null ? nextOrder : Math.min(nextOrder, due.at());
    }

    private void sellOne() throws SQLException {
        int customer = number + clerks * random.nextInt(CUSTOMERS_EACH);
        String currency = !habits.calm() && random.nextDouble() < BAD ? "???" : "EUR";
        Order order = new Order(outbox.till().nextOrder(), customer, 1, random.nextInt(100, 50_000), currency);
        if (random.nextDouble() < ROLLED_BACK) {
            outbox.placeAndRollBack(order);
            return;
        }
        outbox.place(order);
        later(order.next());
    }

    private void advance(Order order) throws SQLException {
        int job = order.step() == 2 ? jobs.getOrDefault(order.customer(), 0) + 1 : 0;
        outbox.advance(order, job);
        if (job > 0) {
            jobs.put(order.customer(), job);
        }
        if (order.step() < Order.STEPS) {
            later(order.next());
        }
    }

    private void later(Order order) {
        open.add(new Due(place.clock().nanos() + random.nextLong(SECOND / 5, SECOND), order));
    }
}
