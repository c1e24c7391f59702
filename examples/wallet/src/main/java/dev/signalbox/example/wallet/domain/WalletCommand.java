package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.QueryItem;

/** A command with an id that the client chooses, so that sending it twice executes it once. */
public sealed interface WalletCommand permits OpenWallet, Deposit, Withdraw, Transfer {
    /** The event that records this command, and later proves that it was executed. */
    WalletEvent proof();

    /** Finds that event for a command with this id, whatever its other values. */
    QueryItem done();

    /** The error if a different command with this id was executed. */
    WalletRefusal taken();
}
