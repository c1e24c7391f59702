package dev.signalbox.platform.input;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a list to return, newest first.
 *
 * @param page from 0
 * @param beyond the last item of the page before; if it is given, {@code page} does not count
 */
public record PageRequest<K>(int page, int size, @Nullable K beyond) {
    public PageRequest {
        problem(page, size).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
    }

    /** What is wrong with a page; empty if nothing is. */
    public static Optional<String> problem(int page, int size) {
        if (size < 1 || size > InputLimits.LARGEST_PAGE) {
            return Optional.of("size must be from 1 to %d but is %d".formatted(InputLimits.LARGEST_PAGE, size));
        }
        return page < 0 || (long) page * size >= InputLimits.DEEPEST_OFFSET
                ? Optional.of("page %d is not among the first %d items; continue with the last id instead"
                        .formatted(page, InputLimits.DEEPEST_OFFSET))
                : Optional.empty();
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
