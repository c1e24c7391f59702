package dev.signalbox.jdbc.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Judges whether the ids of a table show which of two rows was written first. If they do not, rows with the same creation
 * time have no order.
 */
final class IdOrder {
    private static final Pattern RANDOM_UUID = Pattern.compile(
            "[0-9a-f]{8}-?[0-9a-f]{4}-?[345][0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}", Pattern.CASE_INSENSITIVE);

    /** How many rows show what kind of UUIDs new rows have. */
    private static final int NEWEST = 3;

    /** Fewer pairs of rows show nothing: they may be in disorder by chance. */
    private static final int LEAST_PAIRS = 30;

    private IdOrder() {}

    /** A warning if creation time and then id order the rows, and these ids do not. */
    static Optional<String> warning(OutboxLayout layout, List<RecentRow> newestFirst) {
        if (layout.position() != null) {
            return Optional.empty();
        }
        OutboxLayout.Columns names = layout.columns();
        return reason(names, newestFirst)
                .map(reason ->
                        "rows of a group with the same %s, as one transaction may write them, are sent in the order of %s, and %s: they may be sent in another order than they were written. Give new rows ids that rise with time (UUID version 7, ULID), or add an identity column and name it in columns.id"
                                .formatted(names.createdAt(), names.id(), reason));
    }

    private static Optional<String> reason(OutboxLayout.Columns names, List<RecentRow> newestFirst) {
        if (newestFirst.stream().noneMatch(IdOrder::isRandom)) {
            return isShuffled(newestFirst)
                    ? Optional.of("its values do not rise with " + names.createdAt())
                    : Optional.empty();
        }
        // Older rows may have random ids beside better ones
        List<RecentRow> newest = newestFirst.stream().limit(NEWEST).toList();
        return newest.stream().filter(IdOrder::isRandom).count() * 2 > newest.size()
                ? Optional.of("its values are random (UUIDs of version 3, 4 or 5)")
                : Optional.empty();
    }

    private static boolean isRandom(RecentRow row) {
        return RANDOM_UUID.matcher(row.id()).matches();
    }

    /**
     * Compares rows that are at least half of the list apart: ids that rise with time are in disorder among rows that
     * several clients write within milliseconds.
     */
    private static boolean isShuffled(List<RecentRow> newestFirst) {
        int apart = Math.max(1, newestFirst.size() / 2);
        int pairs = 0;
        int inverted = 0;
        for (int i = 0; i < newestFirst.size(); i++) {
            for (int j = i + apart; j < newestFirst.size(); j++) {
                RecentRow newer = newestFirst.get(i);
                RecentRow older = newestFirst.get(j);
                boolean compared = newer.timeRank() != older.timeRank();
                pairs += compared ? 1 : 0;
                inverted += compared && newer.idRank() < older.idRank() ? 1 : 0;
            }
        }
        // Random ids invert half of the pairs
        return pairs >= LEAST_PAIRS && inverted * 4 > pairs;
    }
}
