package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendEvent;
import java.util.Optional;

/**
 * Money was moved from one wallet to another. Both sides are events of their own, in the same transaction.
 *
 * @param transferId the command
 * @param from the paying wallet
 * @param to the receiving wallet
 * @param amount in cents
 * @param paymentId the payment behind it, if any
 */
public record MoneyTransferred(String transferId, String from, String to, long amount, Optional<String> paymentId)
        implements WalletEvent {
    static final String TYPE = "MoneyTransferred";

    @Override
    public AppendEvent toAppend() {
        AppendEvent.Builder event = AppendEvent.builder(TYPE)
                .tag(TagKeys.TRANSFER, transferId)
                .tag(TagKeys.FROM, from)
                .tag(TagKeys.TO, to)
                .data(WalletJson.write(this));
        paymentId.ifPresent(id -> event.tag(TagKeys.PAYMENT, id));
        return event.build();
    }

    WithdrawalMade withdrawal() {
        return new WithdrawalMade(from, amount, Optional.empty(), Optional.of(transferId), Optional.empty());
    }

    DepositMade deposit() {
        return new DepositMade(to, amount, Optional.empty(), Optional.of(transferId), Optional.empty());
    }
}
