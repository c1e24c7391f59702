package dev.signalbox.mongodb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.mongodb.MongoGroupPrefixReader.GroupPage;
import dev.signalbox.mongodb.MongoGroupPrefixReader.GroupWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Visits the groups in turn: where the next scan resumes, and how many messages it reads.
 *
 * <p>A scan reads messages in index order. If groups are long it would read many that are not wanted yet, so it reads fewer,
 * down to one group at a time; if they are short it reads more.
 *
 * <p>Groups that are due for a retry, and groups that got messages after the lap had passed them, do not wait for the
 * next lap: some of them are visited with every claim.
 */
final class MongoGroupRotation {
    private static final int MAX_WINDOW = 4_096;

    private static final int PASSED_PAUSE = 19;

    private final SequencedSet<String> due = new LinkedHashSet<>();
    private final Clock clock;
    private @Nullable String resumePassed;
    private long nextScanOfPassed;
    private @Nullable String resume;
    private @Nullable String origin;
    private boolean fromStart;
    private int window;
    private int claims;
    private boolean foundThisLap;

    MongoGroupRotation(Clock clock) {
        this.clock = clock;
        this.nextScanOfPassed = clock.nanos();
    }

    @Nullable
    String resume() {
        return resume;
    }

    void due(Collection<String> groups) {
        due.addAll(groups);
    }

    /** The next groups that are due for a retry. */
    List<String> takeDue(int most) {
        List<String> taken = new ArrayList<>();
        while (taken.size() < most && !due.isEmpty()) {
            taken.add(due.removeFirst());
        }
        return taken;
    }

    /** Reads a page of groups after one. */
    @FunctionalInterface
    interface PageReader {
        GroupPage after(@Nullable String group) throws SourceException;
    }

    /** Groups that the lap has passed, if it is time for a scan of them. Such scans take at most a twentieth of the time. */
    List<GroupWindow> passed(PageReader reader) throws SourceException {
        String position = resume;
        long begin = clock.nanos();
        if (position == null || begin - nextScanOfPassed < 0) {
            return List.of();
        }
        GroupPage page = reader.after(resumePassed);
        List<GroupWindow> passed = page.windows().stream()
                .filter(window -> !isBehind(window.group(), position))
                .toList();
        boolean more = !page.end() && passed.size() == page.windows().size() && !passed.isEmpty();
        resumePassed = more ? passed.getLast().group() : null;
        long end = clock.nanos();
        nextScanOfPassed = end + PASSED_PAUSE * (end - begin);
        return passed;
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
        if (!ended || !due.isEmpty()) {
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
        resumePassed = null;
        due.clear();
        claims = 0;
        foundThisLap = false;
    }
}
