package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendEvent;
import java.util.Optional;

/**
 * Money was added to a wallet, by a deposit or a transfer.
 *
 * @param walletId the wallet
 * @param amount in cents
 * @param depositId the command, unless it was a transfer
 * @param transferId the transfer, if any. It is not a tag: the topic of payments gets the transfer itself.
 * @param paymentId the payment, if any, unless it was a transfer
 */
public record DepositMade(
        String walletId,
        long amount,
        Optional<String> depositId,
        Optional<String> transferId,
        Optional<String> paymentId)
        implements WalletEvent {
    static final String TYPE = "DepositMade";

    @Override
    public AppendEvent toAppend() {
        AppendEvent.Builder event =
                AppendEvent.builder(TYPE).tag(TagKeys.WALLET, walletId).data(WalletJson.write(this));
        depositId.ifPresent(id -> event.tag(TagKeys.DEPOSIT, id));
        paymentId.ifPresent(id -> event.tag(TagKeys.PAYMENT, id));
        return event.build();
    }
}
