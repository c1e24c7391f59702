package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.jdbc.outbox.Writing;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is recorded of claims: the sharp proof of who holds a row, where its own column has only whole seconds. */
final class ClaimRecords {
    private static final int MOST_ENDED = 10_000;

    private record Found(boolean mine, long number, List<String> ids) {}

    private final Terms terms;
    private final int fraction;
    private final Set<Long> endedHere = new LinkedHashSet<>();

    ClaimRecords(Terms terms, int fraction) {
        this.terms = terms;
        this.fraction = fraction;
    }

    /** Messages whose claim is not recorded any more, or that somebody else has recorded at the same moment. */
    Set<String> lost(OnConnection on, Writing writing) throws SQLException {
        Set<String> lost = new HashSet<>();
        if (!terms.byLeaseRow()) {
            return lost;
        }
        List<Message> messages =
                writing.settlements().stream().map(it -> it.message()).toList();
        Set<Long> recorded = new HashSet<>();
        Set<String> others = new HashSet<>();
        for (Found found : find(on, writing, messages)) {
            if (found.mine()) {
                recorded.add(found.number());
            } else {
                others.addAll(found.ids());
            }
        }
        for (Message message : messages) {
            long number = message.claim().number();
            if (others.contains(message.id()) || !(recorded.contains(number) || hasEnded(number))) {
                lost.add(message.id());
            }
        }
        return lost;
    }

    private List<Found> find(OnConnection on, Writing writing, List<Message> messages) throws SQLException {
        Map<String, Object> values = new HashMap<>();
        values.put("relay", terms.relay());
        values.put("owner", writing.owner().value());
        values.put(
                "numbers",
                messages.stream().map(it -> it.claim().number()).distinct().toList());
        values.put(
                "moments",
                terms.owns()
                        ? List.of()
                        : messages.stream()
                                .map(it -> Moments.text(it.claim().at(), fraction))
                                .distinct()
                                .toList());
        return on.rows(
                Template.of("claims"),
                values,
                rows -> new Found(
                        rows.getBoolean("mine"), rows.getLong("number"), JsonTexts.read(rows.getString("ids"))));
    }

    /** Ends the claims that have nothing left. */
    void end(OnConnection on, Incarnation owner, List<Long> numbers) throws SQLException {
        if (!numbers.isEmpty()) {
            remember(numbers);
            on.update(
                    Template.of("end-claims"),
                    Map.of("relay", terms.relay(), "owner", owner.value(), "numbers", numbers));
        }
    }

    // A settlement that is under way at the same time finds a record that this process itself has ended
    private synchronized void remember(List<Long> ended) {
        endedHere.addAll(ended);
        while (endedHere.size() > MOST_ENDED) {
            endedHere.remove(endedHere.iterator().next());
        }
    }

    private synchronized boolean hasEnded(long number) {
        return endedHere.contains(number);
    }
}
