package dev.signalbox.spring.relay;

import dev.signalbox.spring.relay.orders.OrdersApplication;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Instances of the application that stop with the test. */
final class ApplicationInstances implements AutoCloseable {
    private final String url;
    private final String destination;
    private final List<ConfigurableApplicationContext> started = new ArrayList<>();

    ApplicationInstances(String url, String destination) {
        this.url = url;
        this.destination = destination;
    }

    /** With one relay without a source, which means the application's own database. */
    ConfigurableApplicationContext start(String node, String... more) {
        Map<String, String> settings = new LinkedHashMap<>(Map.of(
                "spring.datasource.url", url,
                "spring.datasource.username", "postgres",
                "spring.main.banner-mode", "off",
                "signalbox.relay.enabled", "true",
                "signalbox.node-name", node,
                "signalbox.sinks.api.base-url", destination,
                "signalbox.relays.orders.outbox.layout", "signalbox",
                "signalbox.relays.orders.sink", "api",
                "signalbox.relays.orders.path", "/orders"));
        for (String setting : more) {
            int equals = setting.indexOf('=');
            settings.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        String[] arguments = settings.entrySet().stream().map(it -> "--" + it).toArray(String[]::new);
        ConfigurableApplicationContext context = new SpringApplicationBuilder(OrdersApplication.class)
                .web(WebApplicationType.NONE)
                .run(arguments);
        started.add(context);
        return context;
    }

    @Override
    public void close() {
        started.forEach(ConfigurableApplicationContext::close);
    }
}
