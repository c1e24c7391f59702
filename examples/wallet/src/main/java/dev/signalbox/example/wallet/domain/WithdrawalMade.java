package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendEvent;
import java.util.Optional;

/**
 * Money was taken out of a wallet, by a withdrawal or a transfer.
 *
 * @param walletId the wallet
 * @param amount in cents
 * @param withdrawalId the command, unless it was a transfer
 * @param transferId the transfer, if any. It is not a tag: the topic of payments gets the transfer itself.
 * @param paymentId the payment, if any, unless it was a transfer
 */
public record WithdrawalMade(
        String walletId,
        long amount,
        Optional<String> withdrawalId,
        Optional<String> transferId,
        Optional<String> paymentId)
        implements WalletEvent {
    static final String TYPE = "WithdrawalMade";

    @Override
    public AppendEvent toAppend() {
        AppendEvent.Builder event =
                AppendEvent.builder(TYPE).tag(TagKeys.WALLET, walletId).data(WalletJson.write(this));
        withdrawalId.ifPresent(id -> event.tag(TagKeys.WITHDRAWAL, id));
        paymentId.ifPresent(id -> event.tag(TagKeys.PAYMENT, id));
        return event.build();
    }
}
