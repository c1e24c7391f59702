package dev.signalbox.platform.registry;

import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.MalformedJsonException;
import java.util.Optional;

/**
 * Changes an entry as it was read. If another change came in between, nothing is stored: the entry is read and changed again, so that
 * no change undoes another.
 */
public final class OptimisticChange {
    private static final int ATTEMPTS = 100;

    private OptimisticChange() {}

    /** Reads the entry. */
    @FunctionalInterface
    public interface Reading<T> {
        Optional<T> find() throws StoreException;
    }

    /** Stores a change of an entry, unless it is no longer as it was read. */
    @FunctionalInterface
    public interface Change<T> {
        Optional<T> apply(T present)
                throws MalformedJsonException, InvalidInputException, StoreException, ConflictException;
    }

    /**
     * Changes it until no other change comes in between; empty if it is gone.
     *
     * @param present as it was read
     */
    public static <T> Optional<T> apply(T present, Reading<T> reading, Change<T> change)
            throws MalformedJsonException, InvalidInputException, StoreException, ConflictException {
        Optional<T> read = Optional.of(present);
        for (int attempt = 0; read.isPresent(); attempt++) {
            if (attempt == ATTEMPTS) {
                throw new StoreException("others have changed the entry during each of " + ATTEMPTS + " attempts");
            }
            Optional<T> changed = change.apply(read.get());
            if (changed.isPresent()) {
                return changed;
            }
            read = reading.find();
        }
        return Optional.empty();
    }
}
