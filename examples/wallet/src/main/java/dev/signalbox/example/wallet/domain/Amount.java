package dev.signalbox.example.wallet.domain;

/** What one command may move, in cents. Whole numbers, since fractions in floating point do not add up. */
public final class Amount {
    /** Nothing cannot be moved. */
    public static final long LEAST = 1;

    /** Ten thousand million; nine million such deposits fit into a balance. */
    public static final long MOST = 1_000_000_000_000L;

    private Amount() {}

    static void check(long amount) {
        if (amount < LEAST || amount > MOST) {
            throw new IllegalArgumentException("An amount is " + LEAST + " to " + MOST + " cents, not " + amount);
        }
    }
}
