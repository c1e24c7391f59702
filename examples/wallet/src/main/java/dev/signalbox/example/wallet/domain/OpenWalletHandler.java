package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendCondition;
import dev.signalbox.eventstore.CommandHandler;
import dev.signalbox.eventstore.CommandResult;
import dev.signalbox.eventstore.EventStore;
import dev.signalbox.eventstore.Query;
import java.util.List;

/** Opens a wallet if its id is free. */
final class OpenWalletHandler implements CommandHandler<OpenWallet> {
    @Override
    public CommandResult handle(EventStore store, OpenWallet command) {
        if (WalletFacts.read(store, command).state().isDone()) {
            return CommandResult.nothing();
        }
        AppendCondition once = AppendCondition.builder()
                .withIdempotencyCheck(Query.of(command.done()))
                .build();
        return CommandResult.of(List.of(command.proof().toAppend()), once);
    }
}
