package dev.signalbox.runtime.relays;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.sink.log.MessageLine;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shows what one relay would send, each message once while it waits. */
final class DryRun {
    private static final System.Logger LOG = System.getLogger(DryRun.class.getName());

    /** How many messages are remembered as shown; later messages are not read. */
    private static final int MOST = 100_000;

    private final RelayConfig relay;
    private final OutboxAdmin admin;
    private final Consumer<String> lines;
    private Set<String> shown = Set.of();
    private boolean full;

    DryRun(RelayConfig relay, OutboxAdmin admin, Consumer<String> lines) {
        this.relay = relay;
        this.admin = admin;
        this.lines = lines;
    }

    /**
     * Reads all waiting messages, in the order of delivery, and shows the new ones. It starts from the beginning each time,
     * because a message that commits late may belong before others.
     */
    void showNew(BooleanSupplier stopped) throws SourceException {
        Set<String> waiting = new HashSet<>();
        @Nullable String after = null;
        do {
            MessagePage page =
                    admin.page(new MessageQuery(MessageState.PENDING, MessageFilter.ALL, MessageQuery.MOST, after));
            for (MessageSummary message : page.messages()) {
                if (waiting.add(message.id()) && !shown.contains(message.id())) {
                    lines.accept(line(message));
                }
            }
            after = page.next();
        } while (after != null && waiting.size() < MOST && !stopped.getAsBoolean());
        shown = waiting;
        if (after != null && waiting.size() >= MOST && !full) {
            full = true;
            LOG.log(
                    Level.WARNING,
                    "relay {0}: the dry run shows the first {1,number,#} messages that wait, not those behind them",
                    relay.name(),
                    MOST);
        }
    }

    private String line(MessageSummary message) {
        return new MessageLine()
                .with("dry-run", relay.name())
                .with("id", message.id())
                .with("group", message.group())
                .with("type", message.type())
                .with("created", message.createdAt())
                .with("attempts", message.attempts() > 0 ? message.attempts() : null)
                .with("to", relay.url())
                .toString();
    }
}
