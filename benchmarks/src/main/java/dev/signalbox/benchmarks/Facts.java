package dev.signalbox.benchmarks;

import dev.signalbox.benchmarks.database.Operator;
import dev.signalbox.benchmarks.scenario.Plan;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Destinations;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The circumstances of a measurement, without which its figures mean nothing. */
final class Facts {
    private Facts() {}

    static Map<String, String> gather(String server, Operator operator, Plan plan) throws SQLException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("server", server);
        facts.putAll(operator.facts());
        facts.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        facts.put("JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("collector", collectors());
        facts.put("largest heap", (Runtime.getRuntime().maxMemory() >> 20) + " MB");
        facts.put("pairs", "%d; before drains %d to warm up".formatted(plan.pairs(), plan.warmUp()));
        facts.putAll(plan.database().notes());
        if (plan.destinations().contains(Destination.KAFKA)) {
            facts.put("Kafka", Destinations.aboutKafka());
        }
        if (plan.destinations().contains(Destination.RABBITMQ)) {
            facts.put("RabbitMQ", "one broker of its own, a durable classic queue, persistent messages");
        }
        facts.put("wake-ups", plan.engine().wakeUps() ? "where the database can tell" : "none: new rows are asked for");
        facts.put("poll interval", plan.engine().pollInterval().toMillis() + " ms");
        return facts;
    }

    private static String collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .collect(Collectors.joining(", "));
    }
}
