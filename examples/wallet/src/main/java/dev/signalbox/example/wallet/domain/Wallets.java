package dev.signalbox.example.wallet.domain;

import dev.signalbox.eventstore.CommandExecutor;
import dev.signalbox.eventstore.EventStore;
import dev.signalbox.eventstore.Query;
import dev.signalbox.eventstore.RepeatedCommandException;
import dev.signalbox.eventstore.Retry;
import java.util.Optional;
import javax.sql.DataSource;

/** All wallets of a database: carries out commands, and says how a wallet stands. */
public final class Wallets {
    /** The waits add up to a few seconds. Who loses so often may come back later with the same id. */
    private static final int ATTEMPTS = 20;

    private final EventStore store;
    private final CommandExecutor executor;

    /** What has become of a command. */
    public enum Outcome {
        /** It was done. */
        DONE,
        /** It had been done before, and nothing was done now. */
        DONE_BEFORE
    }

    private Wallets(EventStore store, CommandExecutor executor) {
        this.store = store;
        this.executor = executor;
    }

    /** Wallets in a database that has the event store's tables. */
    public static Wallets on(DataSource dataSource) {
        CommandExecutor executor = CommandExecutor.on(dataSource)
                .handler(OpenWallet.class, new OpenWalletHandler(), WalletJson::write)
                .handler(Deposit.class, new DepositHandler(), WalletJson::write)
                .handler(Withdraw.class, new WithdrawHandler(), WalletJson::write)
                .handler(Transfer.class, new TransferHandler(), WalletJson::write)
                .retry(Retry.attempts(ATTEMPTS))
                .build();
        return new Wallets(EventStore.on(dataSource), executor);
    }

    /**
     * Carries out a command, unless it was done before.
     *
     * @throws WalletRefusal if it cannot be done as things are
     * @throws dev.signalbox.eventstore.LostRaceException if others were faster each time; send it again
     */
    public Outcome execute(WalletCommand command) {
        try {
            return decide(command);
        } catch (RepeatedCommandException twin) {
            // The same command was sent twice at once, and the other one came between our look and our append. Its
            // event
            // is committed, so the handler sees it now, and can tell the same command from another one with its id.
            return decide(command);
        }
    }

    private Outcome decide(WalletCommand command) {
        return executor.execute(command).isEmpty() ? Outcome.DONE_BEFORE : Outcome.DONE;
    }

    /** How a wallet stands, if there is one of this name. */
    public Optional<Statement> find(String walletId) {
        Statement statement = store.project(
                        Query.of(Balance.events(walletId)), Statement.empty(walletId), Statement::after)
                .state();
        return Optional.of(statement).filter(Statement::isOpen);
    }
}
