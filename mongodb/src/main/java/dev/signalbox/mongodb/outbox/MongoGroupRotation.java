package dev.signalbox.mongodb.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.signalbox.mongodb.outbox.MongoGroupPrefixReader.GroupPage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Visits the groups in turn: where the next scan resumes, and how many messages it reads.
 *
 * <p>A scan reads messages in index order. If groups are long it would read many that are not wanted yet, so it reads fewer,
 * down to one group at a time; if they are short it reads more.
 */
final class MongoGroupRotation {
    private static final int MAX_WINDOW = 4_096;

    private @Nullable String resume;
    private @Nullable String origin;
    private boolean fromStart;
    private int window;
    private int claims;
    private boolean foundThisLap;

    @Nullable
    String resume() {
        return resume;
    }

    /** How many messages the next scan reads: always enough to see that a group has more than wanted. */
    int window(int room, int perGroup) {
        int least = perGroup + 1;
        int most = Math.clamp(room + (long) least, least, Math.max(least, MAX_WINDOW));
        return window == 0 ? most : Math.clamp(window, least, most);
    }

    void begin() {
        origin = resume;
        fromStart = origin == null;
    }

    /**
     * Moves past the groups of this page.
     *
     * @return whether all groups have been scanned; a claim that began in the middle continues with the first
     */
    boolean pageDone(GroupPage page) {
        adapt(page);
        if (page.end()) {
            resume = null;
            boolean whole = fromStart;
            fromStart = true;
            return whole;
        }
        String last = page.windows().getLast().group();
        resume = last;
        return fromStart && origin != null && isBehind(last, origin);
    }

    private void adapt(GroupPage page) {
        if (page.skipped() * 2 > page.read()) {
            window = Math.max(1, page.read() / 4);
        } else if (page.skipped() == 0 && !page.end()) {
            window = Math.min(MAX_WINDOW, page.read() * 4);
        }
    }

    /** The server orders strings by their bytes. */
    private static boolean isBehind(String group, String other) {
        return Arrays.compareUnsigned(group.getBytes(UTF_8), other.getBytes(UTF_8)) >= 0;
    }

    void groupDone(String group) {
        resume = group;
    }

    /**
     * Records a claim.
     *
     * @param ended whether it scanned all groups
     * @return whether another claim may find more at once
     */
    boolean claimed(boolean found, boolean ended) {
        claims++;
        foundThisLap |= found;
        if (!ended) {
            return true;
        }
        // Messages claimed early in a long lap may be settled by now, and their groups may have more.
        boolean again = claims > 1 && foundThisLap;
        claims = 0;
        foundThisLap = false;
        return again;
    }

    void startOver() {
        resume = null;
        claims = 0;
        foundThisLap = false;
    }
}
