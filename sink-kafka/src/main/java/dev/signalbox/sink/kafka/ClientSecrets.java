package dev.signalbox.sink.kafka;

import dev.signalbox.core.diagnostics.LogLineText;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/** Finds the secrets in a client's settings and masks them in texts. */
final class ClientSecrets {
    private static final int MAX_LENGTH = 500;

    /** A shorter value is not treated as a secret: masking it would make texts unreadable. */
    private static final int SHORTEST = 4;

    private static final Pattern NAMED_SECRET = Pattern.compile("(?i)password|secret|jaas|token|credential");

    /** An option of a login module, with its value in quotes or bare. */
    private static final Pattern OPTION = Pattern.compile("([\\w.]+)\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s;\"']+))");

    private final List<String> values;

    ClientSecrets(Map<String, String> client) {
        // Longest first: a secret that contains another one is masked as a whole.
        this.values = client.entrySet().stream()
                .filter(setting -> isSecret(setting.getKey()))
                .flatMap(setting -> Stream.concat(Stream.of(setting.getValue()), options(setting.getValue())))
                .filter(value -> value.length() >= SHORTEST)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    static boolean isSecret(String key) {
        ConfigDef.ConfigKey known = ProducerConfig.configDef().configKeys().get(key);
        return (known != null && known.type == ConfigDef.Type.PASSWORD)
                || NAMED_SECRET.matcher(key).find();
    }

    private static Stream<String> options(String jaas) {
        return OPTION.matcher(jaas)
                .results()
                .filter(option -> NAMED_SECRET.matcher(option.group(1)).find())
                .map(ClientSecrets::value);
    }

    private static String value(MatchResult option) {
        return Stream.of(2, 3, 4)
                .map(option::group)
                .filter(group -> group != null)
                .findFirst()
                .orElse("");
    }

    String mask(String text) {
        String masked = text;
        for (String value : values) {
            masked = masked.replace(value, "***");
        }
        return masked;
    }

    String word(String reason) {
        return LogLineText.beginning(mask(reason), MAX_LENGTH);
    }
}
