package dev.signalbox.eventstore;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands: the handler's reads, the append and the record of the command are one transaction. A lost race is retried
 * only if configured, because only the handler's author knows whether it may run twice.
 */
public final class CommandExecutor {
    private final DataSource dataSource;
    private final Map<Class<?>, Registration<?>> registrations;
    private final Retry retry;
    private final Pause pause;

    private CommandExecutor(Builder builder) {
        this.dataSource = builder.dataSource;
        this.registrations = Map.copyOf(builder.registrations);
        this.retry = builder.retry;
        this.pause = builder.pause;
    }

    public static Builder on(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /** Executes a command, and returns the positions of its events; none if it changed nothing. */
    public List<Long> execute(Object command) {
        return executeWith(command, null);
    }

    /**
     * Executes a command with metadata, such as its sender, that is stored with it.
     *
     * @param metadata one JSON value
     */
    public List<Long> execute(Object command, String metadata) {
        return executeWith(command, InputValidation.data(metadata));
    }

    private List<Long> executeWith(Object command, @Nullable String metadata) {
        Registration<?> registration = registrations.get(command.getClass());
        if (registration == null) {
            throw new IllegalArgumentException(
                    "There is no handler for " + command.getClass().getName());
        }
        for (int attempt = 1; ; attempt++) {
            try {
                return Transaction.run(
                        "execute a command",
                        dataSource,
                        connection -> registration.execute(connection, command, metadata));
            } catch (EventStoreException e) {
                if (attempt == retry.attempts() || !e.isWorthAnotherTry()) {
                    throw e;
                }
                pause.rest(retry.waitAfter(attempt, ThreadLocalRandom.current()), e);
            }
        }
    }

    /** Waits between two tries. */
    @FunctionalInterface
    interface Pause {
        void rest(Duration duration, EventStoreException reason);

        static void sleep(Duration duration, EventStoreException reason) {
            try {
                Thread.sleep(duration);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw reason;
            }
        }
    }

    private record Registration<C>(
            Class<C> type, CommandHandler<? super C> handler, Function<? super C, String> toJson) {
        List<Long> execute(Connection connection, Object command, @Nullable String metadata) {
            C typed = type.cast(command);
            EventStore store = new ConnectionEventStore(connection);
            CommandResult result = handler.handle(store, typed);
            if (result.events().isEmpty()) {
                return List.of();
            }
            List<Long> positions = store.appendIf(result.events(), result.condition());
            record(connection, InputValidation.data(toJson.apply(typed)), metadata);
            return positions;
        }

        private void record(Connection connection, String data, @Nullable String metadata) {
            try (PreparedStatement statement = connection.prepareStatement(EventStoreSql.COMMAND.sql())) {
                statement.setString(1, type.getSimpleName());
                statement.setString(2, data);
                statement.setObject(3, metadata, Types.VARCHAR);
                statement.executeUpdate();
            } catch (SQLException e) {
                throw new EventStoreException("record the command " + type.getSimpleName(), e);
            }
        }
    }

    /** Builds an executor. */
    public static final class Builder {
        private final DataSource dataSource;
        private final Map<Class<?>, Registration<?>> registrations = new HashMap<>();
        private Retry retry = Retry.never();
        private Pause pause = Pause::sleep;

        private Builder(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        /**
         * Registers the handler for a class of commands. They are stored under the class's simple name.
         *
         * @param toJson writes a command as one JSON value
         */
        public <C> Builder handler(
                Class<C> type, CommandHandler<? super C> handler, Function<? super C, String> toJson) {
            InputValidation.type(type.getSimpleName());
            if (registrations.putIfAbsent(type, new Registration<>(type, handler, toJson)) != null) {
                throw new IllegalArgumentException("There are two handlers for " + type.getName());
            }
            return this;
        }

        /** Sets how often a command that lost a race is tried; once by default. */
        public Builder retry(Retry retry) {
            this.retry = retry;
            return this;
        }

        Builder pause(Pause pause) {
            this.pause = pause;
            return this;
        }

        public CommandExecutor build() {
            return new CommandExecutor(this);
        }
    }
}
