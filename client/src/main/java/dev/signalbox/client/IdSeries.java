package dev.signalbox.client;

import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import java.security.SecureRandom;
import java.util.UUID;

/** The id generators of this process. */
final class IdSeries {
    /**
     * Most of the 22 bits after the milliseconds tell processes apart, so that two of them rarely create the same ids. 64
     * ids per millisecond are left for one process; beyond that it borrows from the next millisecond.
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

    /** Milliseconds, version, 12 bits; variant, 10 bits, 52 random bits: it grows as the TSIDs do. */
    private static UUID uuid(Tsid tsid, long random) {
        long low = tsid.toLong() & 0x3F_FFFF;
        long most = (tsid.getUnixMilliseconds() << 16) | 0x7000 | (low >>> 10);
        long least = 0x8000_0000_0000_0000L | ((low & 0x3FF) << 52) | (random >>> 12);
        return new UUID(most, least);
    }
}
