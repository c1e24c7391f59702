package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps dispatch pools. */
public interface DispatchPoolStore {
    /** @throws ConflictException if the client has a pool with this code */
    DispatchPool create(Tsid id, DispatchPool.Fields fields) throws StoreException, ConflictException;

    /** Replaces its fields, all but client and code. Empty, and nothing is changed, if it is not as it was read any more. */
    Optional<DispatchPool> change(DispatchPool read, DispatchPool.Fields fields) throws StoreException;

    /** Suspends, activates or archives it. */
    Optional<DispatchPool> changeStatus(Tsid id, DispatchPool.PoolStatus status) throws StoreException;

    /** @throws ConflictException if a subscription uses it, or jobs wait that do */
    boolean delete(Tsid id) throws StoreException, ConflictException;

    Optional<DispatchPool> find(Tsid id) throws StoreException;

    /** @param client null for those of all clients */
    ResultPage<DispatchPool> list(@Nullable String client, PageRequest<Tsid> page) throws StoreException;
}
