package dev.signalbox.example.wallet.domain;

/** The wallet was opened before, for another owner. */
public final class WalletExists extends WalletRefusal {
    public WalletExists(String walletId) {
        super("There is a wallet '" + walletId + "' already, and it has another owner.");
    }
}
