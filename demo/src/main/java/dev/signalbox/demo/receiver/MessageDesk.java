package dev.signalbox.demo.receiver;

import dev.signalbox.demo.News;
import dev.signalbox.demo.shop.Till;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Takes the shop's messages. One bad item makes it refuse the batch. */
record MessageDesk(Ledger ledger, Till till, Latencies latencies, News news) implements Desk {
    @Override
    public Reply accept(byte[] body, boolean answerLost) {
        List<Item> items;
        try {
            items = read(body);
        } catch (JacksonException | IllegalArgumentException e) {
            return Reply.error(400, "not a batch of messages");
        }
        for (Item item : items) {
            if (item.isBad()) {
                return Reply.error(
                        400, "message " + item.id() + ": there is no currency '" + Item.UNKNOWN_CURRENCY + "'");
            }
        }
        enter(items, answerLost);
        return Reply.accepted(items.size());
    }

    private void enter(List<Item> items, boolean answerLost) {
        ArrivalNews unusual = new ArrivalNews(news);
        for (Item item : items) {
            switch (ledger.enter(item.lane(), item.number())) {
                case FIRST -> arrived(item);
                case REPEATED -> {} // that its answer was lost has been told
                case DUPLICATE -> unusual.repeated();
                case OVERTAKEN -> unusual.overtaken("message " + item.id());
            }
            if (answerLost) {
                ledger.answerLost(item.lane(), item.number());
            }
        }
        unusual.tell("message", items.size(), answerLost);
    }

    private void arrived(Item item) {
        long latency = till.sinceCommit(item.id());
        if (latency >= 0) {
            latencies.add(latency);
        }
    }

    private static List<Item> read(byte[] body) {
        List<Item> items = new ArrayList<>();
        for (JsonNode node : JsonMapper.shared().readTree(body)) {
            items.add(Item.of(node));
        }
        return items;
    }
}
