package dev.signalbox.benchmarks.load.verify;

import dev.signalbox.benchmarks.load.traffic.OrderBook;
import dev.signalbox.benchmarks.load.traffic.Step;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the answers said that the service has taken, and what the consumer tells over HTTP: for programs that were there already. */
public final class ToldSums implements Sums {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int UNKNOWN = 404;

    private final OrderLedger ledger;
    private final OrderBook orders;
    private final String consumer;
    private final HttpClient http;

    public ToldSums(OrderLedger ledger, OrderBook orders, URI consumer, HttpClient http) {
        this.ledger = ledger;
        this.orders = orders;
        this.consumer = consumer.toString().replaceAll("/+$", "");
        this.http = http;
    }

    private record Sum(long orders, BigDecimal amount) {
        static final Sum NOTHING = new Sum(0, BigDecimal.ZERO);

        Sum plus(Sum more) {
            return new Sum(orders + more.orders, amount.add(more.amount));
        }
    }

    @Override
    public Map<String, String> taken() {
        Map<String, Sum> sums = new TreeMap<>();
        for (int number = 0; number < orders.size(); number++) {
            Optional<Step> last = ledger.lastStep(number);
            if (last.isPresent()) {
                String key = orders.customerOf(number) + " " + last.get().status();
                sums.merge(key, new Sum(1, orders.amount(number)), Sum::plus);
            }
        }
        Map<String, String> texts = new TreeMap<>();
        sums.forEach((key, sum) -> texts.put(key, text(sum)));
        return texts;
    }

    @Override
    public Map<String, String> added() throws IOException, InterruptedException {
        Map<String, String> texts = new TreeMap<>();
        for (String customer : orders.customers()) {
            JsonNode statuses = summary(customer).path("byStatus");
            statuses.propertyStream()
                    .forEach(part -> texts.put(customer + " " + part.getKey(), text(sum(part.getValue()))));
        }
        return texts;
    }

    private JsonNode summary(String customer) throws IOException, InterruptedException {
        URI address = URI.create(consumer + "/api/customers/" + customer + "/summary");
        HttpResponse<String> answer =
                http.send(HttpRequest.newBuilder(address).timeout(PATIENCE).build(), BodyHandlers.ofString());
        if (answer.statusCode() == UNKNOWN) {
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

    private static Sum sum(JsonNode part) {
        return Sum.NOTHING.plus(
                new Sum(part.path("orders").asLong(), part.path("amount").asDecimal(BigDecimal.ZERO)));
    }

    private static String text(Sum sum) {
        return sum.orders() + " " + sum.amount().setScale(2).toPlainString();
    }
}
