package dev.signalbox.runtime.publisher;

import java.util.Map;

/**
 * The counts of a publisher since it was created. An event that came twice counts twice.
 *
 * @param byType events of each type, for the first types that came
 * @param otherTypes events of the types for which there was no room in {@code byType}
 * @param firstPosition the lowest that came; 0 while there was none
 * @param lastPosition the highest that came; 0 while there was none
 * @param perSecond events per second during the last 10 to 20 seconds
 */
public record PublisherStatistics(
        long events,
        long batches,
        Map<String, Long> byType,
        long otherTypes,
        long firstPosition,
        long lastPosition,
        double perSecond) {
    public PublisherStatistics {
        byType = Map.copyOf(byType);
    }
}
