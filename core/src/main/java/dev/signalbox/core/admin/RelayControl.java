package dev.signalbox.core.admin;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.SourceException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The state of one relay that all nodes share: which node works on it, and whether it is paused. */
public interface RelayControl {
    RelayStatus status() throws SourceException;

    /** Pauses the relay on all nodes until it is resumed, and returns the pause in force: the first one stays. */
    RelayStatus.Pause pause(String by, String reason) throws SourceException, RefusedException;

    /** Resumes the relay, and returns whether it was paused. */
    boolean resume() throws SourceException, RefusedException;

    /** The relay control of nodes without shared tables: it cannot pause, and knows no other node. */
    record NoRelayControl(String why) implements RelayControl {
        @Override
        public RelayStatus status() {
            return RelayStatus.UNKNOWN;
        }

        @Override
        public RelayStatus.Pause pause(String by, String reason) throws RefusedException {
            throw refused();
        }

        @Override
        public boolean resume() throws RefusedException {
            throw refused();
        }

        private RefusedException refused() {
            return new RefusedException(
                    "A relay is paused for all its nodes in the schema signalbox, which cannot be used here: " + why
                            + ". An administrator can create it; see docs/operating.md.");
        }
    }

    /** The state of a relay across its nodes; not {@code known} if they share no record of their work. */
    record RelayStatus(
            boolean known, List<Owner> owners, @Nullable Pause pause) {
        public static final RelayStatus UNKNOWN = new RelayStatus(false, List.of(), null);

        public RelayStatus {
            owners = List.copyOf(owners);
        }

        /** A node, and the shards of the relay that it works on. */
        public record Owner(String node, String incarnation, Shards shards) {}

        /** When, by whom and why a relay was paused. */
        public record Pause(
                Instant since,
                @Nullable String by,
                @Nullable String reason) {}

        public Optional<Owner> ownerOf(int shard) {
            return owners.stream()
                    .filter(owner -> owner.shards().contains(shard))
                    .findFirst();
        }
    }
}
