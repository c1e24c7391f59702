package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.QueryItem;

/** What somebody wants to be done. It has an id that the sender has chosen, so that sending it twice does it once. */
public sealed interface WalletCommand permits OpenWallet, Deposit, Withdraw, Transfer {
    /** The event that carries out this command, and later proves that it was done. */
    WalletEvent proof();

    /** Finds the proof of a command with this id, whatever else that command has said. */
    QueryItem done();

    /** What is wrong if a command with this id was done that has said something else. */
    WalletRefusal taken();
}
