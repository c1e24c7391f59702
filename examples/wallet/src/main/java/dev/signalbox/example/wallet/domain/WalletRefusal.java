package dev.signalbox.example.wallet.domain;

/** A command cannot be executed in the current state. Nothing was appended. */
public abstract sealed class WalletRefusal extends RuntimeException
        permits UnknownWallet, WalletExists, NotEnoughMoney, IdAlreadyUsed {
    WalletRefusal(String message) {
        super(message);
    }
}
