package dev.signalbox.example.wallet;

import dev.signalbox.eventstore.EventStoreException;
import dev.signalbox.example.wallet.domain.WalletCommand;
import dev.signalbox.example.wallet.domain.WalletRefusal;
import dev.signalbox.example.wallet.domain.Wallets;
import java.lang.System.Logger.Level;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Generates load: random commands at a fixed rate. */
public final class CommandTraffic implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CommandTraffic.class.getName());
    private static final int MAX_CONCURRENT = 64;

    private final Wallets wallets;
    private final RandomCommands randomCommands;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("traffic").factory());
    private final ExecutorService people = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore room = new Semaphore(MAX_CONCURRENT);
    private final AtomicBoolean failing = new AtomicBoolean();
    private final LongAdder done = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder skipped = new LongAdder();

    /** Commands that were executed, refused for lack of money, failed by the database, and skipped because too many ran. */
    public record Counts(long done, long refused, long failed, long skipped) {}

    /** Opens the wallets of the commands, and starts. */
    public CommandTraffic(Wallets wallets, RandomCommands randomCommands, int perSecond) {
        this.wallets = wallets;
        this.randomCommands = randomCommands;
        randomCommands.openings().forEach(wallets::execute);
        long period = TimeUnit.SECONDS.toNanos(1) / perSecond;
        ScheduledFuture<?> _ = clock.scheduleAtFixedRate(this::next, 0, period, TimeUnit.NANOSECONDS);
    }

    public Counts counts() {
        return new Counts(done.sum(), refused.sum(), failed.sum(), skipped.sum());
    }

    /** Starts no more commands, and waits for the running ones. */
    @Override
    public void close() {
        clock.shutdownNow();
        clock.close();
        people.close();
    }

    private void next() {
        WalletCommand command = randomCommands.next();
        if (room.tryAcquire()) {
            people.execute(() -> send(command));
        } else {
            skipped.increment();
        }
    }

    private void send(WalletCommand command) {
        try {
            wallets.execute(command);
            done.increment();
            failing.set(false);
        } catch (WalletRefusal e) {
            refused.increment();
        } catch (EventStoreException e) {
            failed.increment();
            if (failing.compareAndSet(false, true)) { // one line for an outage, not one for each command
                LOG.log(Level.WARNING, "Commands fail: {0}", e.getMessage());
            }
        } finally {
            room.release();
        }
    }
}
