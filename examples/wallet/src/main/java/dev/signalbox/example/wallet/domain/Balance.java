package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.QueryItem;
import dev.signalbox.eventstore.Tag;
import dev.signalbox.example.wallet.domain.WalletEvent.DepositMade;
import dev.signalbox.example.wallet.domain.WalletEvent.MoneyTransferred;
import dev.signalbox.example.wallet.domain.WalletEvent.WalletOpened;
import dev.signalbox.example.wallet.domain.WalletEvent.WithdrawalMade;
import java.util.List;

/** The balance of a wallet, folded from its events. */
record Balance(String walletId, boolean isOpen, long cents) {
    static Balance unopened(String walletId) {
        return new Balance(walletId, false, 0);
    }

    /** The event that shows that it exists, for commands that do not need the balance. */
    static QueryItem opening(String walletId) {
        return QueryItem.types(WalletOpened.TYPE).tag(WalletEvent.WALLET_TAG, walletId);
    }

    /** All events that change it. */
    static QueryItem events(String walletId) {
        return new QueryItem(
                List.of(WalletOpened.TYPE, DepositMade.TYPE, WithdrawalMade.TYPE),
                List.of(Tag.of(WalletEvent.WALLET_TAG, walletId)));
    }

    /** The projection: the balance after one more event of this wallet. */
    Balance after(WalletEvent event) {
        return switch (event) {
            case WalletOpened _ -> new Balance(walletId, true, cents);
            case DepositMade deposit -> plus(deposit.amount());
            case WithdrawalMade withdrawal -> plus(-withdrawal.amount());
            case MoneyTransferred _ -> this; // its two sides are counted
        };
    }

    private Balance plus(long change) {
        return new Balance(walletId, isOpen, Math.addExact(cents, change));
    }

    void mustBeOpen() {
        if (!isOpen) {
            throw new WalletRefusal.UnknownWallet(walletId);
        }
    }

    void mustCover(long amount) {
        mustBeOpen();
        if (cents < amount) {
            throw new WalletRefusal.NotEnoughMoney(walletId, cents, amount);
        }
    }
}
