package dev.signalbox.core.delivery;

/**
 * Limits on the requests of several outlets together, such as a rate. Called by one dispatcher, from one thread.
 *
 * <p>Outlets of the same pool wait for each other: the dispatcher asks for one at a time, in their order.
 */
public interface StartLimits {
    /** The pool of outlets that nothing limits. */
    long NO_POOL = 0;

    /** Every request may begin. */
    StartLimits NO_LIMITS = new StartLimits() {
        @Override
        public long poolOf(long outlet) {
            return NO_POOL;
        }

        @Override
        public long tryStart(long outlet, long now) {
            return now;
        }

        @Override
        public long ended(long outlet, long now) {
            return NO_POOL;
        }
    };

    /** The pool whose limits count for this outlet. */
    long poolOf(long outlet);

    /**
     * Begins a request if that is allowed.
     *
     * @return {@code now} if it has begun; else the earliest time at which it may, or {@link Long#MAX_VALUE} if that is
     *     when a request of the pool ends
     */
    long tryStart(long outlet, long now);

    /**
     * A request that had begun has ended, whatever became of it.
     *
     * @return the pool that it counted in, which may not be the outlet's present one
     */
    long ended(long outlet, long now);
}
