package dev.signalbox.platform.input;

import java.util.List;

/**
 * One page of a list.
 *
 * @param totalItems exact to {@link #EXACT_TOTAL}
 * @param totalIsEstimate whether there are more items than were counted
 */
public record ResultPage<T>(List<T> items, int page, int size, long totalItems, boolean totalIsEstimate) {
    /** Up to this number, items are counted one by one. */
    public static final int EXACT_TOTAL = 10_000;

    public ResultPage {
        items = List.copyOf(items);
    }

    /** The pages that can be asked for. */
    public long totalPages() {
        return (Math.min(totalItems, InputLimits.DEEPEST_OFFSET) + size - 1) / size;
    }
}
