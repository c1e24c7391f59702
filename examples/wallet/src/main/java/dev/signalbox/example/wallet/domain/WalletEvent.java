package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendEvent;

/** An event of a wallet. The records define the stored JSON, so their members must not change their meaning. */
public sealed interface WalletEvent permits WalletOpened, DepositMade, WithdrawalMade, MoneyTransferred {
    /** The event to append, with its type and tags. */
    AppendEvent toAppend();
}
