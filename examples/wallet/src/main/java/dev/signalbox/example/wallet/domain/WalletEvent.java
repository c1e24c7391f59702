package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendEvent;

/** What has happened. The records are the JSON that is stored, so their members must not change their meaning. */
public sealed interface WalletEvent permits WalletOpened, DepositMade, WithdrawalMade, MoneyTransferred {
    /** The event as it is appended, with its type and tags. */
    AppendEvent toAppend();
}
