package dev.signalbox.example.wallet.domain;

/** The amount of one command in cents: whole numbers, because floating-point fractions do not add up. */
public final class Amount {
    /** Zero cannot be moved. */
    public static final long MIN = 1;

    /** Ten thousand million; nine million such deposits fit into a balance. */
    public static final long MAX = 1_000_000_000_000L;

    private Amount() {}

    static void check(long amount) {
        if (amount < MIN || amount > MAX) {
            throw new IllegalArgumentException("An amount is " + MIN + " to " + MAX + " cents, not " + amount);
        }
    }
}
