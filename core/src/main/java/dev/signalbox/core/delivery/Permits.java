package dev.signalbox.core.delivery;

/** The right to have one more request in flight at a destination that several relays may share. */
public interface Permits {
    /** Takes a permit, or asks for one; when it can be had, whoever asked is woken. */
    boolean tryAcquire();

    /** Gives one back that was taken. */
    void release();

    /** Gives up what was asked for and is not needed any more, so that others can have it. */
    void wantNoMore();

    /** As many as you like. */
    static Permits unlimited() {
        return new Permits() {
            @Override
            public boolean tryAcquire() {
                return true;
            }

            @Override
            public void release() {
                // Nothing was taken from anybody.
            }

            @Override
            public void wantNoMore() {
                // Nobody waits.
            }
        };
    }
}
