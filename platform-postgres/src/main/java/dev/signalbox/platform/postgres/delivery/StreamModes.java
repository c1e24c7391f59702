package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.source.SourceException;
import java.util.List;

/** Whether groups of a stream are held, also of one that is not in memory. */
record StreamModes(ReadStreams reads) {
    /** If nothing is known of the stream, holding does no harm. */
    boolean holds(JobSourceState state, long stream) throws SourceException {
        StreamSettings settings = state.settingsOf(stream);
        if (settings == null) {
            settings = reads.settings(List.of(stream)).get(stream);
        }
        return settings == null || settings.holds();
    }
}
