package dev.signalbox.demo.notifications;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.examples.Arrivals;
import dev.signalbox.demo.examples.Crowd;
import dev.signalbox.demo.examples.Place;
import dev.signalbox.demo.examples.StandingWatch;
import dev.signalbox.demo.examples.Traffic;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Guests at work, a broker that is killed now and then, and those who watch what becomes of the events. */
public final class NotificationsTraffic implements Traffic<NotificationsAudit> {
    private static final Duration LAST_READ = Duration.ofSeconds(10);
    private static final long LOOK = Duration.ofMillis(100).toNanos();

    private final Guests guests;
    private final NotificationTables tables;
    private final RabbitBroker broker;
    private final Clock clock;
    private final EventBook book = new EventBook();
    private final StopSignal watching;
    private final BrokerKills kills;
    private final StandingWatch<NotificationsStanding> watch;
    private final QueueWitness witness;
    private final Thread coming;
    private final Thread killing;
    private final Thread comparing;
    private final Thread reading;

    /** @param tables are closed in the end */
    NotificationsTraffic(
            Guests guests,
            Crowd crowd,
            BrokerKills kills,
            NotificationTables tables,
            RabbitBroker broker,
            Place place) {
        this.guests = guests;
        this.tables = tables;
        this.broker = broker;
        this.kills = kills;
        this.clock = place.clock();
        this.watching = new StopSignal(clock);
        Place watchers = new Place(watching, place.news(), clock);
        this.watch = new StandingWatch<>("the notifications", tables::look, NotificationsStanding.NOTHING, watchers);
        this.witness = new QueueWitness(broker, book, watchers);
        this.reading = Thread.ofVirtual().name("witness").start(witness);
        this.comparing = Thread.ofVirtual().name("notifications").start(watch);
        this.coming = Thread.ofVirtual().name("guests").start(crowd);
        this.killing = Thread.ofVirtual().name("broker-kills").start(kills);
    }

    NotificationsView latest() {
        NotificationsStanding standing = watch.latest();
        Arrivals queues = book.totals();
        // What has come by was recorded, also if the last look at the table is older.
        long events = Math.max(standing.events(), queues.events());
        return new NotificationsView(
                NotificationsView.State.UP,
                guests.reserved(),
                guests.ordered(),
                events,
                queues,
                kills.downFor(),
                standing.told(),
                standing.behind(),
                standing.agree(),
                watch.sinceAgreed());
    }

    @Override
    public Optional<String> failure() {
        return kills.failure();
    }

    @Override
    public void sendHome() throws InterruptedException {
        coming.join();
    }

    @Override
    public boolean isDone() throws SQLException, IOException {
        return watch.look().isDone() && Queues.depths(broker).unread() == 0;
    }

    @Override
    public NotificationsAudit audit() throws SQLException, IOException, InterruptedException {
        killing.join();
        awaitListeners();
        watching.begin();
        reading.join();
        comparing.join();
        if (witness.failure().isPresent()) {
            throw new IOException(
                    "the notifications cannot be compared: " + witness.failure().get());
        }
        return tables.audit(guests, book, kills.count(), Queues.depths(broker).dead());
    }

    /** What the nodes have delivered last they may still have to read. */
    private void awaitListeners() throws SQLException, IOException, InterruptedException {
        StopSignal never = new StopSignal(clock);
        long latest = clock.nanos() + LAST_READ.toNanos();
        while (watch.look().underway() + Queues.depths(broker).unread() > 0 && clock.nanos() < latest) {
            never.waitUntil(clock.nanos() + LOOK);
        }
    }

    @Override
    public void end() throws SQLException, InterruptedException {
        watching.begin();
        killing.interrupt();
        killing.join();
        coming.join();
        reading.join();
        comparing.join();
        tables.close();
    }
}
