package dev.signalbox.platform.input;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is wrong with a body: the first error of each field. Beyond {@link #MOST}, only the first error of each item is
 * listed.
 */
public final class FieldErrors {
    /** How many errors an answer lists, besides the first ones of items. */
    public static final int MOST = 500;

    private final @Nullable Integer index;
    private final List<FieldError> all;
    private final Set<String> fields = new HashSet<>();

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
        if (fields.add(field) && (fields.size() == 1 || all.size() < MOST)) {
            all.add(new FieldError(index, field, message));
        }
    }

    /** Whether nothing is wrong with this item. */
    public boolean isEmpty() {
        return fields.isEmpty();
    }

    /** Whether nothing is wrong with this field. */
    public boolean isFine(String field) {
        return !fields.contains(field);
    }

    /** The errors of all items, in their order. */
    public List<FieldError> all() {
        return all.stream().sorted(Comparator.comparingInt(FieldErrors::place)).toList();
    }

    private static int place(FieldError error) {
        Integer index = error.index();
        return index == null ? -1 : index;
    }

    /** Fails if anything is wrong with any item. */
    public void throwIfAny() throws InvalidInputException {
        if (!all.isEmpty()) {
            throw new InvalidInputException(all());
        }
    }
}
