package dev.signalbox.platform.postgres.registry;

import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Turns a violated constraint of the registry's tables into a conflict that names the field. */
enum ConstraintConflict {
    EVENT_TYPE_CODE("event_types_code_key", "code", "there is an event type with this code"),
    POOL_CODE("dispatch_pools_code", "code", "the client has a dispatch pool with this code"),
    ACCOUNT_NAME("service_accounts_name", "name", "the client has a service account with this name"),
    SUBSCRIPTION_CODE("subscriptions_code", "code", "the client has a subscription with this code"),
    SUBSCRIPTION_POOL("subscriptions_dispatch_pool_fkey", "dispatchPoolId", "there is no such dispatch pool any more"),
    SUBSCRIPTION_ACCOUNT(
            "subscriptions_service_account_fkey", "serviceAccountId", "there is no such service account any more");

    private final String constraint;
    private final String field;
    private final String message;

    ConstraintConflict(String constraint, String field, String message) {
        this.constraint = constraint;
        this.field = field;
        this.message = message;
    }

    /** Work that may violate a constraint. */
    @FunctionalInterface
    interface StoreWork<T> {
        T run() throws StoreException;
    }

    static <T> T named(StoreWork<T> work) throws StoreException, ConflictException {
        try {
            return work.run();
        } catch (StoreException e) {
            String violated = constraint(e);
            for (ConstraintConflict known : values()) {
                if (known.constraint.equals(violated)) {
                    throw new ConflictException(known.field, known.message);
                }
            }
            throw e;
        }
    }

    private static @Nullable String constraint(StoreException failure) {
        ServerErrorMessage error =
                failure.getCause() instanceof PSQLException cause ? cause.getServerErrorMessage() : null;
        return error == null ? null : error.getConstraint();
    }
}
