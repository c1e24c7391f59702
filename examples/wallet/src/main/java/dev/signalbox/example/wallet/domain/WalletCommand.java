package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.QueryItem;
import dev.signalbox.example.wallet.domain.WalletEvent.DepositMade;
import dev.signalbox.example.wallet.domain.WalletEvent.MoneyTransferred;
import dev.signalbox.example.wallet.domain.WalletEvent.WalletOpened;
import dev.signalbox.example.wallet.domain.WalletEvent.WithdrawalMade;
import java.util.List;
import java.util.Optional;

/**
 * A command with an id that the client chooses, so that sending it twice executes it once. Amounts are whole cents, because
 * floating-point fractions do not add up. A payment is the one behind the command, if any.
 */
public sealed interface WalletCommand {
    /** Zero cannot be moved. */
    long MIN_AMOUNT = 1;

    /** Ten thousand million; nine million such deposits fit into a balance. */
    long MAX_AMOUNT = 1_000_000_000_000L;

    /** The event that records this command, and later proves that it was executed. */
    WalletEvent proof();

    /** Finds that event for a command with this id, whatever its other values. */
    default QueryItem done() {
        return switch (this) {
            case OpenWallet opening -> Balance.opening(opening.walletId());
            case Deposit deposit -> QueryItem.types(DepositMade.TYPE).tag(WalletEvent.DEPOSIT_TAG, deposit.depositId());
            case Withdraw withdrawal ->
                QueryItem.types(WithdrawalMade.TYPE).tag(WalletEvent.WITHDRAWAL_TAG, withdrawal.withdrawalId());
            case Transfer transfer ->
                QueryItem.types(MoneyTransferred.TYPE).tag(WalletEvent.TRANSFER_TAG, transfer.transferId());
        };
    }

    /** The error if a different command with this id was executed. */
    default WalletRefusal taken() {
        return switch (this) {
            case OpenWallet opening -> new WalletRefusal.WalletExists(opening.walletId());
            case Deposit deposit -> new WalletRefusal.IdAlreadyUsed(deposit.depositId());
            case Withdraw withdrawal -> new WalletRefusal.IdAlreadyUsed(withdrawal.withdrawalId());
            case Transfer transfer -> new WalletRefusal.IdAlreadyUsed(transfer.transferId());
        };
    }

    default List<String> wallets() {
        return switch (this) {
            case OpenWallet opening -> List.of(opening.walletId());
            case Deposit deposit -> List.of(deposit.walletId());
            case Withdraw withdrawal -> List.of(withdrawal.walletId());
            case Transfer transfer -> List.of(transfer.from(), transfer.to());
        };
    }

    private static void checkAmount(long amount) {
        if (amount < MIN_AMOUNT || amount > MAX_AMOUNT) {
            throw new IllegalArgumentException(
                    "An amount is " + MIN_AMOUNT + " to " + MAX_AMOUNT + " cents, not " + amount);
        }
    }

    /** Opens a wallet. Its id is unique, so it is the command's id too. */
    record OpenWallet(String walletId, String owner) implements WalletCommand {
        @Override
        public WalletOpened proof() {
            return new WalletOpened(walletId, owner);
        }
    }

    record Deposit(String depositId, String walletId, long amount, Optional<String> paymentId)
            implements WalletCommand {
        public Deposit {
            checkAmount(amount);
        }

        @Override
        public DepositMade proof() {
            return new DepositMade(walletId, amount, Optional.of(depositId), Optional.empty(), paymentId);
        }
    }

    record Withdraw(String withdrawalId, String walletId, long amount, Optional<String> paymentId)
            implements WalletCommand {
        public Withdraw {
            checkAmount(amount);
        }

        @Override
        public WithdrawalMade proof() {
            return new WithdrawalMade(walletId, amount, Optional.of(withdrawalId), Optional.empty(), paymentId);
        }
    }

    record Transfer(String transferId, String from, String to, long amount, Optional<String> paymentId)
            implements WalletCommand {
        public Transfer {
            checkAmount(amount);
            if (from.equals(to)) {
                throw new IllegalArgumentException("A transfer needs two wallets, not twice '" + from + "'");
            }
        }

        @Override
        public MoneyTransferred proof() {
            return new MoneyTransferred(transferId, from, to, amount, paymentId);
        }
    }
}
