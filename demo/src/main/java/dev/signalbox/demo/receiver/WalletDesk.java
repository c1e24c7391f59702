package dev.signalbox.demo.receiver;

import dev.signalbox.demo.News;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Takes the events of wallets. */
record WalletDesk(WalletLedger ledger, News news) implements Desk {
    private record Change(String wallet, long position) {}

    @Override
    public Reply accept(byte[] body, boolean answerLost) {
        List<Change> changes;
        try {
            changes = read(body);
        } catch (JacksonException e) {
            return Reply.error(400, "not a batch of events of wallets");
        }
        ArrivalNews unusual = new ArrivalNews(news);
        for (Change change : changes) {
            switch (ledger.enter(change.wallet(), change.position())) {
                case FIRST -> {}
                case REPEATED -> {} // that its answer was lost has been told
                case DUPLICATE -> unusual.repeated();
                case OVERTAKEN -> unusual.overtaken("the event at " + change.position() + " of " + change.wallet());
            }
            if (answerLost) {
                ledger.answerLost(change.position());
            }
        }
        unusual.tell("wallet event", changes.size(), answerLost);
        return Reply.accepted(changes.size());
    }

    private static List<Change> read(byte[] body) {
        List<Change> changes = new ArrayList<>();
        for (JsonNode event : JsonMapper.shared().readTree(body)) {
            changes.add(new Change(
                    event.path("tags").path("wallet_id").asString(),
                    event.path("position").asLong()));
        }
        return changes;
    }
}
