package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Shards;
import java.util.Arrays;

/** The number, size and shards of the messages that all outlets of a dispatcher hold. */
final class SharedBuffer {
    /** The shards whose messages may be sent; messages of other shards are released. */
    private Shards open = Shards.NONE;

    private final int[] heldOf = new int[Shards.COUNT];
    private Shards busy = Shards.NONE;
    private boolean wantsMore;
    private long fetches;
    private int held;
    private long heldBytes;

    int held() {
        return held;
    }

    long heldBytes() {
        return heldBytes;
    }

    /** The shards of the held messages. */
    Shards busy() {
        return busy;
    }

    void open(Shards shards) {
        open = shards;
    }

    boolean isOpen(int shard) {
        return open.contains(shard);
    }

    Shards open() {
        return open;
    }

    /** The number of the last fetch. */
    long fetches() {
        return fetches;
    }

    void fetchStarts() {
        fetches++;
    }

    /** The source is known to have something that was not fetched. */
    void wantMore() {
        wantsMore = true;
    }

    /** Whether {@link #wantMore} was called since the last call. */
    boolean takeWantsMore() {
        boolean wanted = wantsMore;
        wantsMore = false;
        return wanted;
    }

    void hold(int shard, long bytes) {
        held++;
        heldBytes += bytes;
        if (heldOf[shard]++ == 0) {
            busy = busy.plus(Shards.of(shard));
        }
    }

    void letGo(int shard, long bytes) {
        held--;
        heldBytes -= bytes;
        if (--heldOf[shard] == 0) {
            busy = busy.minus(Shards.of(shard));
        }
    }

    void clear() {
        held = 0;
        heldBytes = 0;
        Arrays.fill(heldOf, 0);
        busy = Shards.NONE;
    }
}
