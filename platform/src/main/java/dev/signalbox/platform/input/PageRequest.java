package dev.signalbox.platform.input;

import org.jspecify.annotations.Nullable;

/**
 * Which page of a list to return, newest first.
 *
 * @param page from 0
 * @param beyond the last item of the page before; if it is given, {@code page} does not count
 */
public record PageRequest<K>(int page, int size, @Nullable K beyond) {
    public PageRequest {
        if (page < 0 || size < 1 || size > InputLimits.LARGEST_PAGE) {
            throw new IllegalArgumentException("page %d of size %d".formatted(page, size));
        }
    }

    public static <K> PageRequest<K> first() {
        return new PageRequest<>(0, InputLimits.PAGE_SIZE, null);
    }

    public static <K> PageRequest<K> of(int page, int size) {
        return new PageRequest<>(page, size, null);
    }

    public static <K> PageRequest<K> beyond(K last, int size) {
        return new PageRequest<>(0, size, last);
    }

    /** How many items come before the page. */
    public long offset() {
        return beyond == null ? (long) page * size : 0;
    }
}
