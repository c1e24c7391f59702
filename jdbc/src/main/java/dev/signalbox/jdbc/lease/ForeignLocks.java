package dev.signalbox.jdbc.lease;

import dev.signalbox.core.time.Clock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Locks of relays that are held by sessions which are no nodes. Any user of the database can take such a lock, so an
 * operator must see who has it.
 */
public final class ForeignLocks {
    private static final Logger LOG = System.getLogger(ForeignLocks.class.getName());

    private final Clock clock;
    private final Map<String, Prevented> prevented = new ConcurrentHashMap<>();
    private final Map<String, String> ignored = new ConcurrentHashMap<>();

    private record Prevented(String holders, long since) {}

    /**
     * A lock without which the relay can't be delivered.
     *
     * @param holders the sessions that hold it
     * @param time how long this node has been waiting for it
     */
    public record ForeignLock(String holders, Duration time) {
        /** What an operator needs to know. */
        public String text() {
            return "its lock is held by a session that is no node: " + holders;
        }
    }

    public ForeignLocks(Clock clock) {
        this.clock = clock;
    }

    /** The relay can't be taken over as long as these sessions hold its lock. A node is a usual holder. */
    public void prevent(String relay, List<LockHolder> holders) {
        if (holders.isEmpty() || holders.stream().anyMatch(LockHolder::node)) {
            clear(relay);
            return;
        }
        String who = text(holders);
        Prevented before = prevented.get(relay);
        prevented.put(relay, new Prevented(who, before == null ? clock.nanos() : before.since()));
        if (before == null || !before.holders().equals(who)) {
            LOG.log(
                    Level.WARNING,
                    "Relay {0}: nothing is delivered as long as a session that is no node holds its lock: {1}",
                    relay,
                    who);
        }
    }

    /** These sessions hold the relay's lock, which decides nothing. */
    public void ignore(String relay, List<LockHolder> holders) {
        clear(relay);
        String who = text(holders);
        if (!who.equals(ignored.put(relay, who))) {
            LOG.log(
                    Level.WARNING,
                    "Relay {0}: taken over although a session that is no node holds its lock: {1}",
                    relay,
                    who);
        }
    }

    /** No session prevents this node from taking the relay over. */
    public void clear(String relay) {
        if (prevented.remove(relay) != null) {
            LOG.log(Level.INFO, "Relay {0}: its lock is no longer held by a session that is no node", relay);
        }
    }

    /** What prevents this node from taking the relay over. */
    public Optional<ForeignLock> of(String relay) {
        return Optional.ofNullable(prevented.get(relay))
                .map(held -> new ForeignLock(held.holders(), Duration.ofNanos(clock.nanos() - held.since())));
    }

    private static String text(List<LockHolder> holders) {
        return holders.stream().map(LockHolder::toString).sorted().collect(Collectors.joining("; "));
    }
}
