package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.CommandExecutor;
import dev.signalbox.eventstore.EventStore;
import dev.signalbox.eventstore.Query;
import dev.signalbox.eventstore.RepeatedCommandException;
import dev.signalbox.eventstore.Retry;
import java.util.Optional;
import javax.sql.DataSource;

/** All wallets of a database: executes commands, and returns statements. */
public record Wallets(EventStore store, CommandExecutor executor) {
    /** The waits add up to a few seconds. A client that still loses may send the command again with the same id. */
    private static final int ATTEMPTS = 20;

    public enum Outcome {
        DONE,
        /** It was executed before, and nothing changed now. */
        DONE_BEFORE
    }

    public static Wallets on(DataSource dataSource) {
        CommandExecutor executor = CommandExecutor.on(dataSource)
                .handler(WalletCommand.OpenWallet.class, WalletHandlers::open, WalletJson::write)
                .handler(WalletCommand.Deposit.class, WalletHandlers::deposit, WalletJson::write)
                .handler(WalletCommand.Withdraw.class, WalletHandlers::withdraw, WalletJson::write)
                .handler(WalletCommand.Transfer.class, WalletHandlers::transfer, WalletJson::write)
                .retry(Retry.attempts(ATTEMPTS))
                .build();
        return new Wallets(EventStore.on(dataSource), executor);
    }

    /**
     * Executes a command, unless it was executed before.
     *
     * @throws WalletRefusal if it cannot be executed in the current state
     * @throws dev.signalbox.eventstore.LostRaceException if it lost each race; send it again
     */
    public Outcome execute(WalletCommand command) {
        try {
            return decide(command);
        } catch (RepeatedCommandException twin) {
            // The same command was sent twice at once, and the other one was appended after our read. Its event is
            // committed, so the handler sees it now, and can tell the same command from another one with its id.
            return decide(command);
        }
    }

    private Outcome decide(WalletCommand command) {
        return executor.execute(command).isEmpty() ? Outcome.DONE_BEFORE : Outcome.DONE;
    }

    public Optional<Statement> find(String walletId) {
        Statement statement = store.project(
                        Query.of(Balance.events(walletId)), Statement.empty(walletId), Statement::after)
                .state();
        return Optional.of(statement).filter(Statement::isOpen);
    }
}
