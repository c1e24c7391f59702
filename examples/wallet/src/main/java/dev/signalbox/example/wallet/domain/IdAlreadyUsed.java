package dev.signalbox.example.wallet.domain;

/** Another command had the same id. To do it once more, choose a new id. */
public final class IdAlreadyUsed extends WalletRefusal {
    public IdAlreadyUsed(String id) {
        super("The id '" + id + "' was used before, with other values. Choose a new one.");
    }
}
