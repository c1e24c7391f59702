package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendEvent;
import java.util.Optional;

/**
 * An event of a wallet. The records define the stored JSON, so their members must not change their meaning. Decisions find
 * events by their tags, and topics select them by tags.
 */
public sealed interface WalletEvent {
    String WALLET_TAG = "wallet_id";
    String DEPOSIT_TAG = "deposit_id";
    String WITHDRAWAL_TAG = "withdrawal_id";
    String TRANSFER_TAG = "transfer_id";
    String PAYMENT_TAG = "payment_id";

    /** The type under which it is stored. */
    default String type() {
        return switch (this) {
            case WalletOpened _ -> WalletOpened.TYPE;
            case DepositMade _ -> DepositMade.TYPE;
            case WithdrawalMade _ -> WithdrawalMade.TYPE;
            case MoneyTransferred _ -> MoneyTransferred.TYPE;
        };
    }

    /** The event to append, with its type and tags. */
    default AppendEvent toAppend() {
        AppendEvent.Builder event = AppendEvent.builder(type());
        switch (this) {
            case WalletOpened opened -> event.tag(WALLET_TAG, opened.walletId());
            case DepositMade deposit -> {
                event.tag(WALLET_TAG, deposit.walletId());
                deposit.depositId().ifPresent(id -> event.tag(DEPOSIT_TAG, id));
                deposit.paymentId().ifPresent(id -> event.tag(PAYMENT_TAG, id));
            }
            case WithdrawalMade withdrawal -> {
                event.tag(WALLET_TAG, withdrawal.walletId());
                withdrawal.withdrawalId().ifPresent(id -> event.tag(WITHDRAWAL_TAG, id));
                withdrawal.paymentId().ifPresent(id -> event.tag(PAYMENT_TAG, id));
            }
            case MoneyTransferred transfer -> {
                event.tag(TRANSFER_TAG, transfer.transferId());
                event.tag("from_wallet_id", transfer.from()).tag("to_wallet_id", transfer.to());
                transfer.paymentId().ifPresent(id -> event.tag(PAYMENT_TAG, id));
            }
        }
        return event.data(WalletJson.write(this)).build();
    }

    record WalletOpened(String walletId, String owner) implements WalletEvent {
        static final String TYPE = "WalletOpened";
    }

    /**
     * Money was added to a wallet, by a deposit or a transfer.
     *
     * @param depositId the command, unless it was a transfer
     * @param transferId the transfer, if any. It is not a tag: the topic of payments gets the transfer itself.
     * @param paymentId the payment, if any, unless it was a transfer
     */
    record DepositMade(
            String walletId,
            long amount,
            Optional<String> depositId,
            Optional<String> transferId,
            Optional<String> paymentId)
            implements WalletEvent {
        static final String TYPE = "DepositMade";
    }

    /** Money was taken out of a wallet, by a withdrawal or a transfer; the same members as of a deposit. */
    record WithdrawalMade(
            String walletId,
            long amount,
            Optional<String> withdrawalId,
            Optional<String> transferId,
            Optional<String> paymentId)
            implements WalletEvent {
        static final String TYPE = "WithdrawalMade";
    }

    /** Money was moved from one wallet to another. Both sides are events of their own, in the same transaction. */
    record MoneyTransferred(String transferId, String from, String to, long amount, Optional<String> paymentId)
            implements WalletEvent {
        static final String TYPE = "MoneyTransferred";

        WithdrawalMade withdrawal() {
            return new WithdrawalMade(from, amount, Optional.empty(), Optional.of(transferId), Optional.empty());
        }

        DepositMade deposit() {
            return new DepositMade(to, amount, Optional.empty(), Optional.of(transferId), Optional.empty());
        }
    }
}
