package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.input.FieldErrors;
import java.util.Optional;

/** Looks up what an entry refers to by id. */
public final class RegistryReferences {
    private final EventTypeStore eventTypes;
    private final DispatchPoolStore pools;
    private final ServiceAccountStore accounts;

    public RegistryReferences(EventTypeStore eventTypes, DispatchPoolStore pools, ServiceAccountStore accounts) {
        this.eventTypes = eventTypes;
        this.pools = pools;
        this.accounts = accounts;
    }

    /**
     * Adds an error for a pool or account that is unknown, archived, or another client's.
     *
     * @param before what stays as it was is not checked: a pool that was archived since may be kept
     */
    public void check(String client, DeliverySettings delivery, DeliverySettings before, FieldErrors errors)
            throws StoreException {
        Tsid pool = delivery.dispatchPoolId();
        if (pool != null && !pool.equals(before.dispatchPoolId())) {
            Optional<DispatchPool> found =
                    pools.find(pool).filter(it -> isFor(client, it.fields().client()));
            if (found.isEmpty()) {
                errors.add("dispatchPoolId", "there is no such dispatch pool");
            } else if (found.get().status() == DispatchPool.PoolStatus.ARCHIVED) {
                errors.add("dispatchPoolId", "the dispatch pool is archived");
            }
        }
        Tsid account = delivery.serviceAccountId();
        if (account != null
                && !account.equals(before.serviceAccountId())
                && accounts.find(account)
                        .filter(it -> isFor(client, it.client()))
                        .isEmpty()) {
            errors.add("serviceAccountId", "there is no such service account");
        }
    }

    private static boolean isFor(String client, String owner) {
        return owner.equals(Clients.ANCHOR) || owner.equals(client);
    }

    EventTypeBinding resolve(EventTypeBinding binding, String field, FieldErrors errors) throws StoreException {
        Tsid id = binding.eventTypeId();
        if (id == null) {
            return binding;
        }
        Optional<EventType> type = eventTypes.find(id);
        String code = type.map(EventType::code).orElse("");
        String given = binding.eventTypeCode();
        if (type.isEmpty()) {
            errors.add(field + ".eventTypeId", "there is no such event type");
        } else if (given != null && !given.equals(code)) {
            errors.add(field + ".eventTypeCode", "is not the code of eventTypeId");
        }
        return binding.withCode(code);
    }
}
