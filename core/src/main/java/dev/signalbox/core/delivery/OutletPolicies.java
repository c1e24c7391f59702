package dev.signalbox.core.delivery;

/**
 * The policy of each outlet. Asked when an outlet gets its first message, and when it may have changed; any thread may
 * ask.
 */
public interface OutletPolicies {
    OutletPolicy of(long outlet);

    /** The most messages of an outlet that nothing is known of yet. */
    int firstClaim();

    /** One outlet for all messages, whatever their {@link dev.signalbox.core.message.Message#outlet}. */
    static OutletPolicies one(OutletPolicy policy) {
        return new SingleOutlet(policy);
    }

    /** A relay with one outlet. */
    record SingleOutlet(OutletPolicy policy) implements OutletPolicies {
        @Override
        public OutletPolicy of(long outlet) {
            return policy;
        }

        @Override
        public int firstClaim() {
            return policy.limits().held();
        }
    }
}
