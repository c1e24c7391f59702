package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.EventStore;
import dev.signalbox.eventstore.ProjectionResult;
import dev.signalbox.eventstore.Query;
import dev.signalbox.eventstore.QueryItem;
import dev.signalbox.eventstore.StoredEvent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events that a command depends on, read by one query and so from one snapshot. */
final class DecisionInput {
    private final WalletCommand command;
    private final Map<String, Balance> balances = new HashMap<>();
    private @Nullable WalletEvent proof;

    private DecisionInput(WalletCommand command) {
        this.command = command;
    }

    /** Reads these events, and whether the command was executed before. */
    static ProjectionResult<DecisionInput> read(EventStore store, WalletCommand command, QueryItem... events) {
        return store.project(Query.of(command.done(), events), new DecisionInput(command), DecisionInput::with);
    }

    private DecisionInput with(StoredEvent stored) {
        WalletEvent event = WalletJson.read(stored);
        if (isProof(stored)) {
            proof = event;
        }
        stored.tag(WalletEvent.WALLET_TAG)
                .ifPresent(wallet -> balances.put(wallet, balance(wallet).after(event)));
        return this;
    }

    private boolean isProof(StoredEvent stored) {
        QueryItem done = command.done();
        return done.types().contains(stored.type()) && stored.tags().containsAll(done.tags());
    }

    /** Whether this command was executed before; a different one with the same id is rejected. */
    boolean isDone() {
        if (proof == null) {
            return false;
        }
        if (!proof.equals(command.proof())) {
            throw command.taken();
        }
        return true;
    }

    Balance balance(String walletId) {
        return balances.getOrDefault(walletId, Balance.unopened(walletId));
    }
}
