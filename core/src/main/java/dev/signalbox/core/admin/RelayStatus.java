package dev.signalbox.core.admin;

import dev.signalbox.core.coordination.Shards;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The state of a relay across its nodes; not {@code known} if they share no record of their work. */
public record RelayStatus(
        boolean known, List<Owner> owners, @Nullable Pause pause) {
    public static final RelayStatus UNKNOWN = new RelayStatus(false, List.of(), null);

    public RelayStatus {
        owners = List.copyOf(owners);
    }

    /** A node, and the shards of the relay that it works on. */
    public record Owner(String node, String incarnation, Shards shards) {}

    /** When, by whom and why a relay was paused. */
    public record Pause(
            Instant since, @Nullable String by, @Nullable String reason) {}

    public Optional<Owner> ownerOf(int shard) {
        return owners.stream().filter(owner -> owner.shards().contains(shard)).findFirst();
    }
}
