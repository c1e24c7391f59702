package dev.signalbox.platform.postgres.database;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.id.TsidIds;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ids of a time, from one to below another.
 *
 * @param from the first
 * @param below the first behind it
 */
public record IdRange(long from, long below) {
    /** @param beyond only ids below this one; null for no such bound */
    public static IdRange of(@Nullable Instant after, @Nullable Instant before, @Nullable Tsid beyond) {
        long upper = before == null ? Long.MAX_VALUE : first(before);
        return new IdRange(after == null ? 0 : first(after), beyond == null ? upper : Math.min(upper, beyond.toLong()));
    }

    private static long first(Instant time) {
        if (time.isBefore(Instant.EPOCH)) {
            return TsidIds.first(0).toLong();
        }
        // The last time that an id can begin with; times behind it mean the same.
        Instant latest = Instant.ofEpochMilli(Tsid.TSID_EPOCH + (1L << 41) - 1);
        return TsidIds.first((time.isAfter(latest) ? latest : time).toEpochMilli())
                .toLong();
    }

    public void addTo(Map<String, @Nullable Object> values) {
        values.put("from", from);
        values.put("below", below);
    }
}
