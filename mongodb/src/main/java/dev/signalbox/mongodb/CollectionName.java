package dev.signalbox.mongodb;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The valid name of an outbox collection. */
public record CollectionName(String value) {
    /** The prefix of the collections that Signalbox keeps beside the outbox. */
    public static final String SIDE_PREFIX = "signalbox_";

    /** One document for each incarnation with a lease. */
    public static final String NODES = SIDE_PREFIX + "nodes";

    /** One document for each relay: its owners and its pause. */
    public static final String RELAYS = SIDE_PREFIX + "relays";

    private static final int MAX_BYTES = 120;

    public CollectionName {
        Optional<String> problem = problem(value);
        if (problem.isPresent()) {
            throw new IllegalArgumentException(problem.get());
        }
    }

    public static Optional<String> problem(String name) {
        boolean wrong = name.isBlank()
                || name.startsWith("system.")
                || name.startsWith(".")
                || name.endsWith(".")
                || name.startsWith(SIDE_PREFIX)
                || name.contains("..")
                || name.chars().anyMatch(c -> c == '$' || c < ' ' || c == 0x7f)
                || name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
        return wrong
                ? Optional.of(
                        ("collection '%s' cannot be an outbox; allowed is a name of at most %d bytes without $ and"
                                        + " control characters, that begins neither with system. nor with %s")
                                .formatted(printable(name), MAX_BYTES, SIDE_PREFIX))
                : Optional.empty();
    }

    private static String printable(String name) {
        return name.replaceAll("\\p{Cntrl}", "?");
    }

    @Override
    public String toString() {
        return value;
    }
}
