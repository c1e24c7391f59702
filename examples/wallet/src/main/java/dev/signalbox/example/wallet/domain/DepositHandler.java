package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendCondition;
import dev.signalbox.eventstore.CommandHandler;
import dev.signalbox.eventstore.CommandResult;
import dev.signalbox.eventstore.EventStore;
import dev.signalbox.eventstore.Query;
import java.util.List;

/** Puts money into a wallet that exists. */
final class DepositHandler implements CommandHandler<Deposit> {
    /**
     * The only condition is that this deposit was not made before. The wallet cannot cease to exist, and its balance does
     * not matter, so deposits to one wallet neither wait for each other nor lose a race.
     */
    @Override
    public CommandResult handle(EventStore store, Deposit command) {
        WalletFacts walletFacts = WalletFacts.read(store, command, Balance.opening(command.walletId()))
                .state();
        if (walletFacts.isDone()) {
            return CommandResult.nothing();
        }
        walletFacts.balance(command.walletId()).mustBeOpen();
        AppendCondition once = AppendCondition.builder()
                .withIdempotencyCheck(Query.of(command.done()))
                .build();
        return CommandResult.of(List.of(command.proof().toAppend()), once);
    }
}
