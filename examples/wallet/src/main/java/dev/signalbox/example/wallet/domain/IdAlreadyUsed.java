package dev.signalbox.example.wallet.domain;

/** Another command used the same id. To repeat a command, choose a new id. */
public final class IdAlreadyUsed extends WalletRefusal {
    public IdAlreadyUsed(String id) {
        super("The id '" + id + "' was used before, with other values. Choose a new one.");
    }
}
