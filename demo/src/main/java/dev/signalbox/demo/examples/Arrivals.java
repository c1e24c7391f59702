package dev.signalbox.demo.examples;

/**
 * What has come by in a broker.
 *
 * @param events each counted once
 * @param repeats messages of events that had come before
 * @param violations events that came after one that is behind them
 */
public record Arrivals(long events, long repeats, long violations) {
    public static final Arrivals NONE = new Arrivals(0, 0, 0);
}
