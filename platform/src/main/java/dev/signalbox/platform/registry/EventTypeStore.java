package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import java.util.Optional;

/** Keeps event types. */
public interface EventTypeStore {
    /** @throws ConflictException if the code is taken */
    EventType create(Tsid id, EventType.Fields fields) throws StoreException, ConflictException;

    /** Replaces its fields, all but the code. Empty, and nothing is changed, if it is not as it was read any more. */
    Optional<EventType> change(EventType read, EventType.Fields fields) throws StoreException;

    Optional<EventType> archive(Tsid id) throws StoreException;

    Optional<EventType> find(Tsid id) throws StoreException;

    Optional<EventType> findByCode(String code) throws StoreException;

    ResultPage<EventType> list(PageRequest<Tsid> page) throws StoreException;
}
