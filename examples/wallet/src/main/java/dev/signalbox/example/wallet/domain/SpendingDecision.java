package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.DecisionModel;

/** What the decision to take money out of a wallet depends on. */
final class SpendingDecision {
    private SpendingDecision() {}

    /**
     * Only other withdrawals. A deposit that comes between the decision and its append makes the wallet richer, and
     * what was covered before still is. So those who pay in never disturb those who take out.
     */
    static DecisionModel from(String walletId) {
        return DecisionModel.of(TagKeys.WALLET, walletId, WithdrawalMade.TYPE);
    }
}
