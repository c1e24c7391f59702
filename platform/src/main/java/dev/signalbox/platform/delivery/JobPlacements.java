package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import java.util.Optional;

/** Explains where jobs wait. */
@FunctionalInterface
public interface JobPlacements {
    /** Empty if there is no such job. */
    Optional<JobPlacement> of(Tsid job) throws StoreException;
}
