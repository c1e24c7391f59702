package dev.signalbox.platform.delivery;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.registry.SubscriptionStore;

/** Pauses subscriptions whose target says that it is gone for good. */
final class PauseGoneTargets {
    static final int GONE = 410;
    private static final System.Logger LOG = System.getLogger(PauseGoneTargets.class.getName());

    private final SubscriptionStore store;
    private final DeliveryRegistry registry;

    PauseGoneTargets(SubscriptionStore store, DeliveryRegistry registry) {
        this.store = store;
        this.registry = registry;
    }

    /**
     * Pauses the subscription, unless it is paused or has another target by now.
     *
     * @return the outcome of the job: {@code refused}, or an outage if the subscription could not be paused, so that the next answer
     *     tries it again
     */
    Outcome pause(DeliverySubscription subscription, Outcome refused) {
        boolean needed = registry.known(subscription.id())
                .filter(present -> !present.paused() && present.target().equals(subscription.target()))
                .isPresent();
        if (!needed) {
            return refused;
        }
        try {
            String reason = "the target is gone: " + refused.reason();
            if (!store.pauseTarget(subscription.id(), subscription.target(), reason)) {
                return refused;
            }
        } catch (StoreException e) {
            return new Outcome.Unavailable(
                    "the target is gone, but its subscription could not be paused: " + e.getMessage());
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "subscription {0} is paused, because its target answered {1}",
                subscription.id(),
                GONE);
        registry.refresh();
        return refused;
    }
}
