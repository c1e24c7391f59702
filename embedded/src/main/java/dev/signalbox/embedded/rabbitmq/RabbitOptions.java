package dev.signalbox.embedded.rabbitmq;

import dev.signalbox.embedded.Login;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options of a broker. Without a login, the first start creates a random one and keeps it in the folder. */
public record RabbitOptions(@Nullable Login login, boolean tls, Map<String, String> properties) {

    public static final RabbitOptions DEFAULTS = new RabbitOptions(null, false, Map.of());

    public RabbitOptions {
        properties = Map.copyOf(properties);
    }

    public RabbitOptions withLogin(String user, String password) {
        return new RabbitOptions(new Login(user, password), tls, properties);
    }

    public RabbitOptions withTls() {
        return new RabbitOptions(login, true, properties);
    }

    public RabbitOptions withProperty(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(properties);
        more.put(key, value);
        return new RabbitOptions(login, tls, more);
    }
}
