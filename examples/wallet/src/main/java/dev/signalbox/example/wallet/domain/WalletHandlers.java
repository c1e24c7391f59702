package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.AppendCondition;
import dev.signalbox.eventstore.AppendEvent;
import dev.signalbox.eventstore.CommandResult;
import dev.signalbox.eventstore.DecisionModel;
import dev.signalbox.eventstore.EventStore;
import dev.signalbox.eventstore.ProjectionResult;
import dev.signalbox.eventstore.Query;
import dev.signalbox.example.wallet.domain.WalletCommand.Deposit;
import dev.signalbox.example.wallet.domain.WalletCommand.OpenWallet;
import dev.signalbox.example.wallet.domain.WalletCommand.Transfer;
import dev.signalbox.example.wallet.domain.WalletCommand.Withdraw;
import dev.signalbox.example.wallet.domain.WalletEvent.MoneyTransferred;
import dev.signalbox.example.wallet.domain.WalletEvent.WithdrawalMade;
import java.util.List;

/** The handlers of the commands: each reads, decides, and appends on a condition. */
final class WalletHandlers {
    private WalletHandlers() {}

    static CommandResult open(EventStore store, OpenWallet command) {
        return DecisionInput.read(store, command).state().isDone() ? CommandResult.nothing() : appendOnce(command);
    }

    /**
     * Puts money into a wallet that exists. The only condition is that this deposit was not made before. The wallet cannot
     * cease to exist, and its balance does not matter, so deposits to one wallet neither wait for each other nor lose a
     * race.
     */
    static CommandResult deposit(EventStore store, Deposit command) {
        DecisionInput input = DecisionInput.read(store, command, Balance.opening(command.walletId()))
                .state();
        if (input.isDone()) {
            return CommandResult.nothing();
        }
        input.balance(command.walletId()).mustBeOpen();
        return appendOnce(command);
    }

    private static CommandResult appendOnce(WalletCommand command) {
        AppendCondition once = AppendCondition.builder()
                .withIdempotencyCheck(Query.of(command.done()))
                .build();
        return CommandResult.of(List.of(command.proof().toAppend()), once);
    }

    static CommandResult withdraw(EventStore store, Withdraw command) {
        ProjectionResult<DecisionInput> read = DecisionInput.read(store, command, Balance.events(command.walletId()));
        if (read.state().isDone()) {
            return CommandResult.nothing();
        }
        read.state().balance(command.walletId()).mustCover(command.amount());
        return spend(read, command, command.walletId(), List.of(command.proof().toAppend()));
    }

    /** Moves money from a wallet that holds enough to another one that exists: the transfer and its two sides. */
    static CommandResult transfer(EventStore store, Transfer command) {
        ProjectionResult<DecisionInput> read =
                DecisionInput.read(store, command, Balance.events(command.from()), Balance.opening(command.to()));
        if (read.state().isDone()) {
            return CommandResult.nothing();
        }
        read.state().balance(command.to()).mustBeOpen();
        read.state().balance(command.from()).mustCover(command.amount());
        MoneyTransferred transfer = command.proof();
        List<AppendEvent> events = List.of(
                transfer.toAppend(),
                transfer.withdrawal().toAppend(),
                transfer.deposit().toAppend());
        return spend(read, command, command.from(), events);
    }

    /**
     * The condition names only other withdrawals: a deposit between the decision and its append only raises the balance. So
     * deposits never conflict with withdrawals.
     */
    private static CommandResult spend(
            ProjectionResult<DecisionInput> read, WalletCommand command, String payer, List<AppendEvent> events) {
        AppendCondition condition = DecisionModel.of(WalletEvent.WALLET_TAG, payer, WithdrawalMade.TYPE)
                .toAppendCondition(read.cursor())
                .withIdempotencyCheck(Query.of(command.done()))
                .build();
        return CommandResult.of(events, condition);
    }
}
