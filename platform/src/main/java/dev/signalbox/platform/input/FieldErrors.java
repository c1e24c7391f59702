package dev.signalbox.platform.input;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with a body. Further errors than {@link #MOST} are left out. */
public final class FieldErrors {
    /** How many errors an answer lists. */
    public static final int MOST = 500;

    private final @Nullable Integer index;
    private final List<FieldError> all;
    private int own;

    private FieldErrors(@Nullable Integer index, List<FieldError> all) {
        this.index = index;
        this.all = all;
    }

    /** For a body that is one item. */
    public FieldErrors() {
        this(null, new ArrayList<>());
    }

    /** Collects into the same list, for the item at this place of a batch. */
    public FieldErrors ofItem(int place) {
        return new FieldErrors(place, all);
    }

    public void add(String field, String message) {
        own++;
        if (all.size() < MOST) {
            all.add(new FieldError(index, field, message));
        }
    }

    /** Whether nothing is wrong with this item. */
    public boolean isEmpty() {
        return own == 0;
    }

    /** The errors of all items. */
    public List<FieldError> all() {
        return List.copyOf(all);
    }

    /** Fails if anything is wrong with any item. */
    public void throwIfAny() throws InvalidInputException {
        if (!all.isEmpty()) {
            throw new InvalidInputException(all);
        }
    }
}
