package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendCondition;
import dev.signalbox.eventstore.CommandHandler;
import dev.signalbox.eventstore.CommandResult;
import dev.signalbox.eventstore.EventStore;
import dev.signalbox.eventstore.ProjectionResult;
import dev.signalbox.eventstore.Query;
import java.util.List;

/** Takes money out of a wallet that holds enough. */
final class WithdrawHandler implements CommandHandler<Withdraw> {
    @Override
    public CommandResult handle(EventStore store, Withdraw command) {
        ProjectionResult<WalletFacts> read = WalletFacts.read(store, command, Balance.events(command.walletId()));
        if (read.state().isDone()) {
            return CommandResult.nothing();
        }
        read.state().balance(command.walletId()).mustCover(command.amount());
        AppendCondition condition = SpendingDecision.from(command.walletId())
                .toAppendCondition(read.cursor())
                .withIdempotencyCheck(Query.of(command.done()))
                .build();
        return CommandResult.of(List.of(command.proof().toAppend()), condition);
    }
}
