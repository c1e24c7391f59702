package dev.signalbox.spring;

import dev.signalbox.client.Inbox;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code signalbox.inbox}.
 *
 * @param enabled Whether there is a TransactionalInbox.
 * @param table The table, or schema.table. Case-sensitive.
 * @param createTable Whether the table is created at the start if it does not exist. For tests.
 * @param cleanUp When messages are forgotten.
 */
@ConfigurationProperties("signalbox.inbox")
public record InboxProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue(Inbox.DEFAULT_TABLE) String table,
        @DefaultValue("false") boolean createTable,
        @DefaultValue CleanUp cleanUp) {

    static final String PREFIX = "signalbox.inbox.";

    /**
     * When messages are forgotten.
     *
     * @param after How long messages are remembered. Nothing is cleaned up if it is not set.
     * @param every The interval between clean-ups.
     */
    public record CleanUp(
            @Nullable Duration after, @DefaultValue("1h") Duration every) {}
}
