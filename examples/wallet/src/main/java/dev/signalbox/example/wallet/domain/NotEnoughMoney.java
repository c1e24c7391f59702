package dev.signalbox.example.wallet.domain;

/** The wallet holds less than the requested amount. */
public final class NotEnoughMoney extends WalletRefusal {
    private final long balance;

    public NotEnoughMoney(String walletId, long balance, long amount) {
        super("The wallet '" + walletId + "' holds " + balance + " cents, and " + amount + " were asked for.");
        this.balance = balance;
    }

    /** The balance in cents. */
    public long balance() {
        return balance;
    }
}
