package dev.signalbox.demo.shop;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.News;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.embedded.process.StopSignal;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Several clerks who sell at a given rate. */
public final class Shop {
    private static final int CLERKS = 8;

    private final Till till;
    private final StopSignal ending;
    private final List<Clerk> clerks = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * How it sells.
     *
     * @param calm without anything bad in the messages
     */
    public record Habits(double ordersPerSecond, boolean calm) {}

    /** A shop that is ready to open. */
    public Shop(ShopDatabase database, Habits habits, SplittableRandom random, News news, Clock clock)
            throws SQLException {
        this.till = new Till(clock);
        this.ending = new StopSignal(clock);
        Tsids ids = new Tsids(InstantSource.system());
        for (int i = 0; i < CLERKS; i++) {
            Outbox outbox = new Outbox(database.connect("shop"), database.sql("now"), ids, till);
            clerks.add(new Clerk(i, CLERKS, outbox, habits, random.split(), new Clerk.Place(ending, news, clock)));
        }
    }

    /** Begins to sell. */
    public void open() {
        clerks.forEach(clerk -> threads.add(Thread.ofVirtual().name("clerk").start(clerk)));
    }

    /** What was committed. */
    public Till till() {
        return till;
    }

    /** Lets each clerk end the transaction that he is in. */
    public void close() throws InterruptedException, SQLException {
        ending.begin();
        for (Thread thread : threads) {
            thread.join();
        }
        for (Clerk clerk : clerks) {
            clerk.close();
        }
    }
}
