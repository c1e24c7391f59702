package dev.signalbox.demo.bank;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.News;
import dev.signalbox.embedded.process.StopSignal;
import dev.signalbox.eventstore.EventStoreException;
import dev.signalbox.example.wallet.domain.WalletCommand;
import dev.signalbox.example.wallet.domain.WalletRefusal;
import dev.signalbox.example.wallet.domain.Wallets;
import java.time.Duration;
import java.util.function.Supplier;

/** Carries out one command after the other, at a steady pace. */
final class Teller implements Runnable {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Wallets wallets;
    private final Supplier<WalletCommand> wishes;
    private final Drawers drawers;
    private final Books books;
    private final Place place;
    private final long interval;
    private long next;

    /** What a teller needs to know of the bank. */
    record Place(StopSignal ending, News news, Clock clock) {}

    /** @param perSecond commands of this teller */
    Teller(
            Wallets wallets,
            Supplier<WalletCommand> wishes,
            Drawers drawers,
            Books books,
            double perSecond,
            Place place) {
        this.wallets = wallets;
        this.wishes = wishes;
        this.drawers = drawers;
        this.books = books;
        this.place = place;
        this.interval = (long) (SECOND / perSecond);
        this.next = place.clock().nanos();
    }

    @Override
    public void run() {
        try {
            while (place.ending().waitUntil(next)) {
                WalletCommand command = wishes.get();
                drawers.with(command, () -> carryOut(command));
                // What a slow database made us miss is not made up for, beyond a second.
                next = Math.max(next + interval, place.clock().nanos() - SECOND);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (EventStoreException e) {
            place.news().add(News.Tone.BAD, "a teller of the bank gave up: " + e.getMessage());
        }
    }

    private void carryOut(WalletCommand command) {
        try {
            wallets.execute(command);
            books.done(command);
        } catch (WalletRefusal e) {
            books.refused(); // there was not enough money
        }
    }
}
