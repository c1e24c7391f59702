package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendCondition;
import dev.signalbox.eventstore.AppendEvent;
import dev.signalbox.eventstore.CommandHandler;
import dev.signalbox.eventstore.CommandResult;
import dev.signalbox.eventstore.EventStore;
import dev.signalbox.eventstore.ProjectionResult;
import dev.signalbox.eventstore.Query;
import java.util.List;

/** Moves money from a wallet that holds enough to another one that exists. */
final class TransferHandler implements CommandHandler<Transfer> {
    @Override
    public CommandResult handle(EventStore store, Transfer command) {
        ProjectionResult<WalletFacts> read =
                WalletFacts.read(store, command, Balance.events(command.from()), Balance.opening(command.to()));
        if (read.state().isDone()) {
            return CommandResult.nothing();
        }
        read.state().balance(command.to()).mustBeOpen();
        read.state().balance(command.from()).mustCover(command.amount());
        AppendCondition condition = SpendingDecision.from(command.from())
                .toAppendCondition(read.cursor())
                .withIdempotencyCheck(Query.of(command.done()))
                .build();
        return CommandResult.of(events(command.proof()), condition);
    }

    /** The transfer and its two sides, appended together. */
    private static List<AppendEvent> events(MoneyTransferred transferred) {
        return List.of(
                transferred.toAppend(),
                transferred.withdrawal().toAppend(),
                transferred.deposit().toAppend());
    }
}
