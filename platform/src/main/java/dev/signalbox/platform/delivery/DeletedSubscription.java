package dev.signalbox.platform.delivery;

/** Jobs of subscriptions that are deleted. Such a job is parked with a reason that identifies it. */
public final class DeletedSubscription {
    public static final String REASON = "its subscription was deleted";

    private DeletedSubscription() {}

    /** Whether a job was parked because its subscription is gone. */
    public static boolean is(String reason) {
        return reason.equals(REASON);
    }
}
