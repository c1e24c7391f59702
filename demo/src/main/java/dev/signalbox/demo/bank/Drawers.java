package dev.signalbox.demo.bank;

import dev.signalbox.example.wallet.domain.Deposit;
import dev.signalbox.example.wallet.domain.OpenWallet;
import dev.signalbox.example.wallet.domain.Transfer;
import dev.signalbox.example.wallet.domain.WalletCommand;
import dev.signalbox.example.wallet.domain.Withdraw;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Lets only one teller at a time use a wallet. The event store does not need that; the receiver does, to check the order:
 * events of a wallet whose transactions overlap may rightly arrive either way round, and here no two of them do.
 */
final class Drawers {
    private final ReentrantLock[] drawers;

    Drawers(int count) {
        this.drawers = new ReentrantLock[count];
        Arrays.setAll(drawers, _ -> new ReentrantLock());
    }

    void with(WalletCommand command, Runnable work) {
        // Always the lower one first, so that no two tellers wait for each other.
        int[] needed =
                wallets(command).mapToInt(this::drawer).sorted().distinct().toArray();
        with(needed, 0, work);
    }

    private void with(int[] needed, int from, Runnable work) {
        if (from == needed.length) {
            work.run();
            return;
        }
        ReentrantLock drawer = drawers[needed[from]];
        drawer.lock();
        try {
            with(needed, from + 1, work);
        } finally {
            drawer.unlock();
        }
    }

    private int drawer(String wallet) {
        return Math.floorMod(wallet.hashCode(), drawers.length);
    }

    private static Stream<String> wallets(WalletCommand command) {
        return switch (command) {
            case OpenWallet opening -> Stream.of(opening.walletId());
            case Deposit deposit -> Stream.of(deposit.walletId());
            case Withdraw withdrawal -> Stream.of(withdrawal.walletId());
            case Transfer transfer -> Stream.of(transfer.from(), transfer.to());
        };
    }
}
