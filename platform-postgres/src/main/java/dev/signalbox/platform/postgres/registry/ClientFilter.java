package dev.signalbox.platform.postgres.registry;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whose entries a list shows. */
final class ClientFilter {
    private ClientFilter() {}

    /** @param client null for all clients */
    static Map<String, @Nullable Object> values(@Nullable String client) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("all", client == null);
        values.put("client", client);
        return values;
    }
}
