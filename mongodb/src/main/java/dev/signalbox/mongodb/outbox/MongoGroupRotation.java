package dev.signalbox.mongodb.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.signalbox.mongodb.outbox.GroupPageReader.GroupPage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The groups in turn: behind which one the next look goes on, and how many messages a look reads.
 *
 * <p>A look reads messages in the order of the index. Where groups are long it would read many that are not wanted yet, so
 * it reads fewer, down to one group at a time; where they are short it reads more.
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

    /** How many messages the next look reads: always enough to see that a group has more than is wanted of it. */
    int window(int room, int perGroup) {
        int least = perGroup + 1;
        int most = Math.clamp(room + (long) least, least, Math.max(least, MAX_WINDOW));
        return window == 0 ? most : Math.clamp(window, least, most);
    }

    /** A claim begins to look. */
    void begin() {
        origin = resume;
        fromStart = origin == null;
    }

    /**
     * All groups of this page have had their turn.
     *
     * @return whether that was the last one: a claim that began in the midst of the groups goes on with the first
     */
    boolean pageDone(GroupPage groupPage) {
        adapt(groupPage);
        if (groupPage.end()) {
            resume = null;
            boolean whole = fromStart;
            fromStart = true;
            return whole;
        }
        String last = groupPage.windows().getLast().group();
        resume = last;
        return fromStart && origin != null && isBehind(last, origin);
    }

    private void adapt(GroupPage groupPage) {
        if (groupPage.skipped() * 2 > groupPage.read()) {
            window = Math.max(1, groupPage.read() / 4);
        } else if (groupPage.skipped() == 0 && !groupPage.end()) {
            window = Math.min(MAX_WINDOW, groupPage.read() * 4);
        }
    }

    /** The server's order of texts is that of their bytes. */
    private static boolean isBehind(String group, String other) {
        return Arrays.compareUnsigned(group.getBytes(UTF_8), other.getBytes(UTF_8)) >= 0;
    }

    /** This group has had its turn. */
    void groupDone(String group) {
        resume = group;
    }

    /**
     * A claim was made.
     *
     * @param ended whether it has looked at everything
     * @return whether it may be worth it to make another at once
     */
    boolean claimed(boolean found, boolean ended) {
        claims++;
        foundThisLap |= found;
        if (!ended) {
            return true;
        }
        // What was claimed early in a long lap may be settled by now, and its group may have more
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
