package dev.signalbox.platform.event;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.ResultPage;
import java.util.Optional;

/** Looks events up. */
public interface EventQueries {
    Optional<Event> find(Tsid id) throws StoreException;

    /** Newest first. */
    ResultPage<Event> search(EventSearch search) throws StoreException;
}
