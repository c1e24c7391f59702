package dev.signalbox.benchmarks.load;

import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whether the consumer's sums became those of the service. Sums are texts "orders amount" by customer and status.
 *
 * @param after how long that took, or the time until the comparison was given up
 * @param differences some of them
 */
record SumComparison(boolean equal, Duration after, List<String> differences) {
    private static final Duration BETWEEN_READS = Duration.ofMillis(250);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
    private static final int MOST_DIFFERENCES = 5;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    SumComparison {
        differences = List.copyOf(differences);
    }

    /** Reads the current sums of the consumer. */
    @FunctionalInterface
    interface Reader {
        Map<String, String> read() throws IOException, InterruptedException;
    }

    /** Waits until the sums are equal, or the consumer's have not changed for some time. */
    static SumComparison await(Map<String, String> expected, Reader consumer, Duration patience, Clock clock)
            throws IOException, InterruptedException {
        long began = clock.nanos();
        Map<String, String> actual = consumer.read();
        long changed = clock.nanos();
        while (!actual.equals(expected) && clock.nanos() - changed < patience.toNanos()) {
            Thread.sleep(BETWEEN_READS);
            Map<String, String> next = consumer.read();
            changed = next.equals(actual) ? changed : clock.nanos();
            actual = next;
        }
        return new SumComparison(
                actual.equals(expected), Duration.ofNanos(clock.nanos() - began), differences(expected, actual));
    }

    private static List<String> differences(Map<String, String> expected, Map<String, String> actual) {
        List<String> differences = new ArrayList<>();
        TreeSet<String> keys = new TreeSet<>(expected.keySet());
        keys.addAll(actual.keySet());
        for (String key : keys) {
            String taken = expected.getOrDefault(key, "nothing");
            String added = actual.getOrDefault(key, "nothing");
            if (!taken.equals(added) && differences.size() < MOST_DIFFERENCES) {
                differences.add(key + ": taken " + taken + ", added up " + added);
            }
        }
        return differences;
    }

    /** The sums of the service's table. */
    static Map<String, String> ofTable(Connection connection) throws IOException {
        Map<String, String> sums = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT customer_name, status, count(*), sum(amount)"
                        + " FROM orders GROUP BY customer_name, status")) {
            while (rows.next()) {
                sums.put(rows.getString(1) + " " + rows.getString(2), text(rows.getLong(3), rows.getBigDecimal(4)));
            }
        } catch (SQLException e) {
            throw new IOException("the sums cannot be read: " + e.getMessage(), e);
        }
        return sums;
    }

    /** The sums that follow from answers and events, where the table is out of reach. */
    static Map<String, String> ofAnswers(LoadState state) {
        Map<String, Long> counts = new TreeMap<>();
        Map<String, BigDecimal> amounts = new TreeMap<>();
        for (int number = 0; number < state.orders().size(); number++) {
            Optional<OrderStep> last = state.check().lastStep(number);
            if (last.isPresent()) {
                String key = state.orders().customer(number) + " " + last.get().status();
                counts.merge(key, 1L, Long::sum);
                amounts.merge(key, state.orders().amount(number), BigDecimal::add);
            }
        }
        Map<String, String> sums = new TreeMap<>();
        amounts.forEach((key, amount) -> sums.put(key, text(counts.getOrDefault(key, 0L), amount)));
        return sums;
    }

    /** The sums that the consumer returns over HTTP. */
    static Map<String, String> ofConsumer(URI consumer, List<String> customers, HttpClient http)
            throws IOException, InterruptedException {
        Map<String, String> sums = new TreeMap<>();
        for (String customer : customers) {
            JsonNode statuses = summary(consumer, customer, http).path("byStatus");
            statuses.propertyStream()
                    .filter(status -> status.getValue().path("orders").asLong() != 0)
                    .forEach(status -> sums.put(
                            customer + " " + status.getKey(),
                            text(
                                    status.getValue().path("orders").asLong(),
                                    status.getValue().path("amount").asDecimal(BigDecimal.ZERO))));
        }
        return sums;
    }

    private static JsonNode summary(URI consumer, String customer, HttpClient http)
            throws IOException, InterruptedException {
        URI address = URI.create(consumer.toString().replaceAll("/+$", "") + "/api/customers/" + customer + "/summary");
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(address).timeout(REQUEST_TIMEOUT).build(), BodyHandlers.ofString());
        if (answer.statusCode() == NOT_FOUND) {
            return JsonMapper.shared().createObjectNode();
        }
        if (answer.statusCode() != OK) {
            throw new IOException("the consumer answered " + answer.statusCode() + " to " + address);
        }
        try {
            return JsonMapper.shared().readTree(answer.body());
        } catch (JacksonException e) {
            throw new IOException(address + " does not answer with JSON: is that the consumer?", e);
        }
    }

    private static String text(long orders, BigDecimal amount) {
        return orders + " " + amount.setScale(2, RoundingMode.UNNECESSARY).toPlainString();
    }
}
