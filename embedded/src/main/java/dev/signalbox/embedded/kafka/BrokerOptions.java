package dev.signalbox.embedded.kafka;

import dev.signalbox.embedded.Login;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options of a broker. By default it has no password and creates topics on first use; a login implies SASL_SSL. */
public record BrokerOptions(@Nullable Login login, int heapMegabytes, Map<String, String> properties) {

    public static final BrokerOptions DEFAULTS = new BrokerOptions(null, 256, Map.of());

    public BrokerOptions {
        properties = Map.copyOf(properties);
    }

    public BrokerOptions withLogin(String user, String password) {
        return new BrokerOptions(new Login(user, password), heapMegabytes, properties);
    }

    public BrokerOptions withoutTopicCreation() {
        return withProperty("auto.create.topics.enable", "false");
    }

    public BrokerOptions withHeapMegabytes(int megabytes) {
        return new BrokerOptions(login, megabytes, properties);
    }

    public BrokerOptions withProperty(String key, String value) {
        Map<String, String> more = new HashMap<>(properties);
        more.put(key, value);
        return new BrokerOptions(login, heapMegabytes, more);
    }
}
