package dev.signalbox.server.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select failed messages. */
final class FilterOptions {
    @Option(names = "--group", paramLabel = "GROUP", description = "Only those of this group.")
    private @Nullable String group;

    @Option(names = "--type", paramLabel = "TYPE", description = "Only those of this type.")
    private @Nullable String type;

    @Option(
            names = "--failed-before",
            paramLabel = "TIME",
            description = "Only those given up before this time, such as 2026-01-31T12:00:00Z.")
    private @Nullable String failedBefore;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Only those whose last error contains this text.")
    private @Nullable String reason;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many.")
    private @Nullable Integer limit;

    boolean isEmpty() {
        return group == null && type == null && failedBefore == null && reason == null && limit == null;
    }

    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        put(body, "group", group);
        put(body, "type", type);
        put(body, "failedBefore", failedBefore);
        put(body, "reasonContains", reason);
        put(body, "limit", limit);
        return body;
    }

    String query() {
        StringBuilder query = new StringBuilder("?state=failed");
        body().forEach((name, value) -> query.append('&')
                .append(name.equals("failedBefore") ? "changedBefore" : name)
                .append('=')
                .append(AdminApiClient.encoded(value.toString())));
        return query.toString();
    }

    private static void put(Map<String, Object> body, String name, @Nullable Object value) {
        if (value != null) {
            body.put(name, value);
        }
    }
}
