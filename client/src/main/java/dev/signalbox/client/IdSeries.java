package dev.signalbox.client;

import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import java.security.SecureRandom;
import java.util.UUID;

/** The series of ids that this process makes. */
final class IdSeries {
    /**
     * Of the 22 bits behind the milliseconds most tell processes apart, so that it is rare for two of them to make the same
     * ids. 64 ids in a millisecond are left for one process; beyond that it borrows from the next.
     */
    static final int NODE_BITS = 16;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final TsidFactory FACTORY = factory(RANDOM.nextInt(1 << NODE_BITS));
    static final Ids TSID = () -> FACTORY.create().toString();
    static final Ids UUID_V7 = () -> uuid(FACTORY.create(), RANDOM.nextLong()).toString();

    private IdSeries() {}

    static TsidFactory factory(int node) {
        return TsidFactory.builder()
                .withNodeBits(NODE_BITS)
                .withNode(node)
                .withRandom(RANDOM)
                .build();
    }

    /** Milliseconds, version, 12 bits; variant, 10 bits, 52 bits of chance: it grows as the TSIDs do. */
    private static UUID uuid(Tsid tsid, long chance) {
        long low = tsid.toLong() & 0x3F_FFFF;
        long most = (tsid.getUnixMilliseconds() << 16) | 0x7000 | (low >>> 10);
        long least = 0x8000_0000_0000_0000L | ((low & 0x3FF) << 52) | (chance >>> 12);
        return new UUID(most, least);
    }
}
