package dev.signalbox.example.wallet.domain;

/** A command that cannot be carried out as things are. Nothing was appended. */
public abstract sealed class WalletRefusal extends RuntimeException
        permits UnknownWallet, WalletExists, NotEnoughMoney, IdAlreadyUsed {
    WalletRefusal(String message) {
        super(message);
    }
}
