package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.QueryItem;
import java.util.Optional;

/**
 * Takes money out of a wallet.
 *
 * @param withdrawalId the id of this command, chosen by the client
 * @param walletId the paying wallet
 * @param amount in cents
 * @param paymentId the payment behind it, if any
 */
public record Withdraw(String withdrawalId, String walletId, long amount, Optional<String> paymentId)
        implements WalletCommand {
    public Withdraw {
        Amount.check(amount);
    }

    @Override
    public WithdrawalMade proof() {
        return new WithdrawalMade(walletId, amount, Optional.of(withdrawalId), Optional.empty(), paymentId);
    }

    @Override
    public QueryItem done() {
        return QueryItem.types(WithdrawalMade.TYPE).tag(TagKeys.WITHDRAWAL, withdrawalId);
    }

    @Override
    public WalletRefusal taken() {
        return new IdAlreadyUsed(withdrawalId);
    }
}
