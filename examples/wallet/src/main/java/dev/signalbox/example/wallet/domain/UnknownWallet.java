package dev.signalbox.example.wallet.domain;

/** The wallet does not exist. */
public final class UnknownWallet extends WalletRefusal {
    public UnknownWallet(String walletId) {
        super("There is no wallet '" + walletId + "'.");
    }
}
