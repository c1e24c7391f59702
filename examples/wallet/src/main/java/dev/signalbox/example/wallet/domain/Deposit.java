package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.QueryItem;
import java.util.Optional;

/**
 * Puts money into a wallet.
 *
 * @param depositId the id of this command, chosen by the client
 * @param walletId the receiving wallet
 * @param amount in cents
 * @param paymentId the payment behind it, if any
 */
public record Deposit(String depositId, String walletId, long amount, Optional<String> paymentId)
        implements WalletCommand {
    public Deposit {
        Amount.check(amount);
    }

    @Override
    public DepositMade proof() {
        return new DepositMade(walletId, amount, Optional.of(depositId), Optional.empty(), paymentId);
    }

    @Override
    public QueryItem done() {
        return QueryItem.types(DepositMade.TYPE).tag(TagKeys.DEPOSIT, depositId);
    }

    @Override
    public WalletRefusal taken() {
        return new IdAlreadyUsed(depositId);
    }
}
