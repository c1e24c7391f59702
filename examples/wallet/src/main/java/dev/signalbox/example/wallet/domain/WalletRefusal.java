package dev.signalbox.example.wallet.domain;

/** A command cannot be executed in the current state. Nothing was appended. */
public abstract sealed class WalletRefusal extends RuntimeException {
    private WalletRefusal(String message) {
        super(message);
    }

    public static final class UnknownWallet extends WalletRefusal {
        public UnknownWallet(String walletId) {
            super("There is no wallet '" + walletId + "'.");
        }
    }

    /** The wallet was opened before, for another owner. */
    public static final class WalletExists extends WalletRefusal {
        WalletExists(String walletId) {
            super("There is a wallet '" + walletId + "' already, and it has another owner.");
        }
    }

    /** Another command used the same id. To repeat a command, choose a new id. */
    public static final class IdAlreadyUsed extends WalletRefusal {
        IdAlreadyUsed(String id) {
            super("The id '" + id + "' was used before, with other values. Choose a new one.");
        }
    }

    public static final class NotEnoughMoney extends WalletRefusal {
        private final long balance;

        NotEnoughMoney(String walletId, long balance, long amount) {
            super("The wallet '" + walletId + "' holds " + balance + " cents, and " + amount + " were asked for.");
            this.balance = balance;
        }

        public long balance() {
            return balance;
        }
    }
}
