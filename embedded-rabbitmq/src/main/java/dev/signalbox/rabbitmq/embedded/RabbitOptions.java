package dev.signalbox.rabbitmq.embedded;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a broker differs from the plain one, which has a user and a password that nobody could guess, and no TLS.
 *
 * @param login the one user; if there is none, it is made up at the first start and kept in the folder
 * @param tls whether there is a second port, which speaks TLS
 * @param startWithin how long a start may take
 * @param properties any other line of a {@code rabbitmq.conf}; they win over ours
 */
public record RabbitOptions(@Nullable Login login, boolean tls, Duration startWithin, Map<String, String> properties) {

    /** The one user that a broker lets in, who may do everything. */
    public record Login(String user, String password) {
        public Login {
            if (!isPlain(user) || !isPlain(password)) {
                throw new IllegalArgumentException("user and password have letters, digits, '-', '_' and '.' only");
            }
        }

        /** What needs no quoting in a line of the configuration. */
        private static boolean isPlain(String text) {
            return !text.isEmpty()
                    && text.chars().allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || "-_.".indexOf(c) >= 0));
        }

        @Override
        public String toString() {
            return "Login[" + user + ", ***]";
        }
    }

    public static final RabbitOptions DEFAULTS = new RabbitOptions(null, false, Duration.ofSeconds(60), Map.of());

    public RabbitOptions {
        properties = Map.copyOf(properties);
    }

    public RabbitOptions withLogin(String user, String password) {
        return new RabbitOptions(new Login(user, password), tls, startWithin, properties);
    }

    public RabbitOptions withTls() {
        return new RabbitOptions(login, true, startWithin, properties);
    }

    public RabbitOptions withStartWithin(Duration time) {
        return new RabbitOptions(login, tls, time, properties);
    }

    public RabbitOptions withProperty(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(properties);
        more.put(key, value);
        return new RabbitOptions(login, tls, startWithin, more);
    }
}
