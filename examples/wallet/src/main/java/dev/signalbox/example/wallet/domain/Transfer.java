package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.QueryItem;
import java.util.Optional;

/**
 * Moves money from one wallet to another.
 *
 * @param transferId the id of this command, chosen by the client
 * @param from the paying wallet
 * @param to the receiving wallet; another one
 * @param amount in cents
 * @param paymentId the payment behind it, if any
 */
public record Transfer(String transferId, String from, String to, long amount, Optional<String> paymentId)
        implements WalletCommand {
    public Transfer {
        Amount.check(amount);
        if (from.equals(to)) {
            throw new IllegalArgumentException("A transfer needs two wallets, not twice '" + from + "'");
        }
    }

    @Override
    public MoneyTransferred proof() {
        return new MoneyTransferred(transferId, from, to, amount, paymentId);
    }

    @Override
    public QueryItem done() {
        return QueryItem.types(MoneyTransferred.TYPE).tag(TagKeys.TRANSFER, transferId);
    }

    @Override
    public WalletRefusal taken() {
        return new IdAlreadyUsed(transferId);
    }
}
