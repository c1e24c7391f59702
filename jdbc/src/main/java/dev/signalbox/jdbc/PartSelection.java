package dev.signalbox.jdbc;

import java.util.EnumSet;
import java.util.Set;

/** Collects the conditional parts of a statement. */
public final class PartSelection<P extends Enum<P>> {
    private final EnumSet<P> parts;

    private PartSelection(EnumSet<P> parts) {
        this.parts = parts;
    }

    public static <P extends Enum<P>> PartSelection<P> of(Class<P> type) {
        return new PartSelection<>(EnumSet.noneOf(type));
    }

    public PartSelection<P> with(P part, boolean wanted) {
        if (wanted) {
            parts.add(part);
        }
        return this;
    }

    public Set<P> parts() {
        return parts;
    }
}
