package dev.signalbox.demo.bank;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.News;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.embedded.process.StopSignal;
import dev.signalbox.example.wallet.RandomCommands;
import dev.signalbox.example.wallet.WalletService;
import dev.signalbox.example.wallet.WalletSettings;
import dev.signalbox.example.wallet.domain.WalletCommand;
import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Some tellers who open wallets, and move money between them at a given rate. Their events are the demo's log. */
public final class Bank implements AutoCloseable {
    /** A balance is added up from all events of its wallet, so a wallet should not get too many. */
    private static final double HIGHEST_RATE = 25;

    private static final double COMMANDS_PER_ORDER = 0.2;
    private static final int WALLETS = 24;
    private static final int TELLERS = 4;
    /** For those who use the wallets from outside. */
    private static final int SPARE_CONNECTIONS = 2;

    private final WalletService service;
    private final RandomCommands randomCommands;
    private final StopSignal ending;
    private final Books books = new Books();
    private final List<Teller> tellers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * What was done so far.
     *
     * @param commands that were carried out
     * @param refused commands that asked for more than there was
     * @param changes events of the topic wallet-events
     * @param payments events of the topic payment-events
     */
    public record Sums(long commands, long refused, long changes, long payments) {}

    private Bank(WalletService service, double rate, SplittableRandom random, News news, Clock clock) {
        this.service = service;
        AtomicLong lastId = new AtomicLong();
        this.randomCommands = new RandomCommands(WALLETS, random, () -> "demo-" + lastId.incrementAndGet());
        this.ending = new StopSignal(clock);
        Drawers drawers = new Drawers(WALLETS);
        Teller.Place place = new Teller.Place(ending, news, clock);
        for (int i = 0; i < TELLERS; i++) {
            tellers.add(new Teller(service.wallets(), this::wish, drawers, books, rate / TELLERS, place));
        }
    }

    /** Makes the tables, lets the relay follow them, and opens the wallets. */
    public static Bank found(
            ShopDatabase database, double ordersPerSecond, SplittableRandom random, News news, Clock clock)
            throws IOException, SQLException {
        WalletSettings settings = new WalletSettings(
                database.jdbcUrl(), ShopDatabase.SHOP, ShopDatabase.SHOP, 0, TELLERS + SPARE_CONNECTIONS);
        WalletService service = WalletService.start(settings);
        boolean founded = false;
        try {
            database.openEventLog();
            double rate = Math.min(HIGHEST_RATE, ordersPerSecond * COMMANDS_PER_ORDER);
            Bank bank = new Bank(service, rate, random, news, clock);
            bank.randomCommands.openings().forEach(bank::carryOut);
            founded = true;
            return bank;
        } finally {
            if (!founded) {
                service.close();
            }
        }
    }

    /** Where the wallets can be used by others, too. */
    public URI uri() {
        return service.uri();
    }

    /** Lets the tellers begin. */
    public void open() {
        tellers.forEach(teller -> threads.add(Thread.ofVirtual().name("teller").start(teller)));
    }

    /** What was committed. What is counted here is in the log, perhaps with more that is not counted yet. */
    public Sums sums() {
        return books.sums();
    }

    /** Lets each teller end what he has begun. */
    public void stop() throws InterruptedException {
        ending.begin();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public void close() {
        ending.begin();
        service.close();
    }

    private synchronized WalletCommand wish() {
        return randomCommands.next();
    }

    private void carryOut(WalletCommand command) {
        service.wallets().execute(command);
        books.done(command);
    }
}
