package dev.signalbox.example.wallet.domain;

/** Nobody has opened that wallet. */
public final class UnknownWallet extends WalletRefusal {
    public UnknownWallet(String walletId) {
        super("There is no wallet '" + walletId + "'.");
    }
}
