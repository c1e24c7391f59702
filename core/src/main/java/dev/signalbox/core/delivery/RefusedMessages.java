package dev.signalbox.core.delivery;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Messages that were answered as if the destination were unavailable. One message may be answered so again and again while
 * the destination takes all others.
 */
final class RefusedMessages {
    /**
     * @param at when it was refused last
     * @param alone how often it was refused since the destination took another message between two refusals of this one
     * @param probes how often it was a probe
     */
    record Refusal(long at, int alone, int probes) {
        /** Whether the cause may be this message. */
        boolean isAlone() {
            return alone > 0;
        }

        private Refusal again(boolean asProbe, long delivered, long now) {
            boolean counts = isAlone() || delivered > at;
            return new Refusal(now, counts ? alone + 1 : 0, asProbe ? probes + 1 : probes);
        }
    }

    /** Bounded, because a message that another node settles is never removed; the oldest one is dropped. */
    private final int most;

    private final Map<String, Refusal> refusals = new LinkedHashMap<>();

    RefusedMessages(int most) {
        this.most = most;
    }

    /**
     * Notes that this message was refused.
     *
     * @param delivered when the last request was sent that the destination has taken
     */
    Refusal refused(String id, boolean asProbe, long delivered, long now) {
        Refusal before = refusals.remove(id);
        Refusal refusal = before == null ? new Refusal(now, 0, asProbe ? 1 : 0) : before.again(asProbe, delivered, now);
        refusals.put(id, refusal);
        if (refusals.size() > most) {
            refusals.remove(refusals.keySet().iterator().next());
        }
        return refusal;
    }

    boolean isRefusedAlone(String id) {
        Refusal refusal = refusals.get(id);
        return refusal != null && refusal.isAlone();
    }

    boolean isEmpty() {
        return refusals.isEmpty();
    }

    void remove(String id) {
        if (!refusals.isEmpty()) {
            refusals.remove(id);
        }
    }
}
