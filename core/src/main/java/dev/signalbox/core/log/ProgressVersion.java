package dev.signalbox.core.log;

/**
 * Which writes of the progress the follower has made: at least {@code confirmed} has happened, at most {@code
 * attempted}. They differ while the answer to a write is unknown. A row with any other number was changed by another
 * owner or an operator.
 */
public record ProgressVersion(long confirmed, long attempted) {
    public boolean covers(long revision) {
        return confirmed <= revision && revision <= attempted;
    }
}
