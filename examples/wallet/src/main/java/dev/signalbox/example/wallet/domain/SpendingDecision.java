package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.DecisionModel;

/** The decision model for taking money out of a wallet. */
final class SpendingDecision {
    private SpendingDecision() {}

    /**
     * Only other withdrawals: a deposit between the decision and its append only raises the balance. So deposits never
     * conflict with withdrawals.
     */
    static DecisionModel from(String walletId) {
        return DecisionModel.of(TagKeys.WALLET, walletId, WithdrawalMade.TYPE);
    }
}
