package dev.signalbox.platform.id;

import dev.signalbox.platform.StoreException;
import org.jspecify.annotations.Nullable;

/** Hands out the numbers that make ids of several nodes differ. */
public interface NodeNumberStore {
    /**
     * Renews a number, or hands out another one if it has expired and was given away.
     *
     * @param held null for a new node
     */
    NodeNumber hold(@Nullable NodeNumber held) throws StoreException;
}
