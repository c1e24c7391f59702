package dev.signalbox.demo.orders;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.examples.Crowd;
import dev.signalbox.demo.examples.Place;
import dev.signalbox.demo.examples.StandingWatch;
import dev.signalbox.demo.examples.Traffic;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Customers at work, and those who watch what becomes of their orders. */
public final class OrdersTraffic implements Traffic<OrdersAudit> {
    private static final Duration LAST_READ = Duration.ofSeconds(10);
    private static final long LOOK = Duration.ofMillis(100).toNanos();

    private final Customers customers;
    private final BothSides sides;
    private final String kafka;
    private final Clock clock;
    private final EventLedger ledger = new EventLedger();
    private final StopSignal watching;
    private final StandingWatch<OrdersStanding> watch;
    private final TopicReader reader;
    private final Thread ordering;
    private final Thread comparing;
    private final Thread reading;

    private OrdersTraffic(Customers customers, Crowd crowd, BothSides sides, String kafka, Place place) {
        this.customers = customers;
        this.sides = sides;
        this.kafka = kafka;
        this.clock = place.clock();
        this.watching = new StopSignal(clock);
        Place watchers = new Place(watching, place.news(), clock);
        this.watch = new StandingWatch<>("the orders", sides::look, OrdersStanding.NOTHING, watchers);
        this.reader = new TopicReader(kafka, ledger, watchers);
        this.reading = Thread.ofVirtual().name("orders-topics").start(reader);
        this.comparing = Thread.ofVirtual().name("orders-sums").start(watch);
        this.ordering = Thread.ofVirtual().name("customers").start(crowd);
    }

    /** @param sides are closed in the end */
    static OrdersTraffic begin(Customers customers, Crowd crowd, BothSides sides, String kafka, Place place) {
        return new OrdersTraffic(customers, crowd, sides, kafka, place);
    }

    OrdersView latest() {
        OrdersStanding standing = watch.latest();
        return new OrdersView(
                OrdersView.State.UP,
                customers.placed(),
                customers.changes(),
                ledger.totals(),
                standing.heard(),
                standing.behind(),
                standing.agree(),
                watch.sinceAgreed());
    }

    @Override
    public Optional<String> failure() {
        return Optional.empty();
    }

    @Override
    public void sendHome() throws InterruptedException {
        ordering.join();
    }

    @Override
    public boolean isDone() throws SQLException, IOException, InterruptedException {
        return watch.look().isDone() && ConsumerOffsets.unread(kafka) == 0;
    }

    @Override
    public OrdersAudit audit() throws SQLException, IOException, InterruptedException {
        watching.begin();
        reading.join();
        comparing.join();
        if (reader.failure().isPresent()) {
            throw new IOException(
                    "the orders cannot be compared: " + reader.failure().get());
        }
        return sides.audit(customers, ledger, awaitConsumer());
    }

    /** What the nodes have delivered last it may still have to read. Returns what it has not come to. */
    private long awaitConsumer() throws IOException, InterruptedException {
        StopSignal never = new StopSignal(clock);
        long latest = clock.nanos() + LAST_READ.toNanos();
        long unread = ConsumerOffsets.unread(kafka);
        while (unread > 0 && clock.nanos() < latest) {
            never.waitUntil(clock.nanos() + LOOK);
            unread = ConsumerOffsets.unread(kafka);
        }
        return unread;
    }

    @Override
    public void end() throws SQLException, InterruptedException {
        watching.begin();
        ordering.join();
        reading.join();
        comparing.join();
        sides.close();
    }
}
