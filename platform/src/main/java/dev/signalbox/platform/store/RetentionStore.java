package dev.signalbox.platform.store;

import dev.signalbox.platform.StoreException;
import java.time.Duration;
import java.util.List;

/** Makes room ahead, and removes what is old. */
public interface RetentionStore {
    /**
     * What a round has done.
     *
     * @param postponed why a due step was not done, each a sentence
     */
    record RetentionRound(List<String> made, List<String> dropped, int sweptKeys, List<String> postponed) {
        public RetentionRound {
            made = List.copyOf(made);
            dropped = List.copyOf(dropped);
            postponed = List.copyOf(postponed);
        }
    }

    /** @param kept how long events and jobs are kept, in whole days; jobs that still wait keep their day */
    RetentionRound maintain(Duration kept) throws StoreException;
}
