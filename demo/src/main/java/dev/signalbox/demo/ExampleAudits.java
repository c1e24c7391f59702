package dev.signalbox.demo;

import static dev.signalbox.demo.SummaryLine.line;
import static dev.signalbox.demo.SummaryLine.number;
import static dev.signalbox.demo.SummaryLine.promise;

import dev.signalbox.demo.examples.ExampleAudit;
import dev.signalbox.demo.notifications.NotificationsAudit;
import dev.signalbox.demo.orders.OrdersAudit;
import dev.signalbox.demo.view.Palette;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was found of the examples in the end; empty where one was left out, or had not come up. */
record ExampleAudits(Optional<OrdersAudit> orders, Optional<NotificationsAudit> notifications) {
    List<ExampleAudit> all() {
        return Stream.<Optional<? extends ExampleAudit>>of(orders, notifications)
                .<ExampleAudit>flatMap(Optional::stream)
                .toList();
    }

    long sum(ToLongFunction<ExampleAudit> figure) {
        return all().stream().mapToLong(figure).sum();
    }

    List<String> lines(Palette palette) {
        List<String> lines = new ArrayList<>();
        orders.ifPresent(it -> lines.addAll(lines(it, palette)));
        notifications.ifPresent(it -> lines.addAll(lines(it, palette)));
        return lines;
    }

    private static List<String> lines(OrdersAudit orders, Palette palette) {
        List<String> lines = new ArrayList<>();
        lines.add(line("placed by REST", orders.placed(), "orders, changed " + number(orders.changes()) + " times"));
        lines.add(line("their events", orders.events(), "in the outbox of the order service"));
        if (orders.waiting() > 0) {
            lines.add(line("their events waiting", orders.waiting(), "for the next start; sums cannot agree before"));
        }
        lines.add(line("added by the consumer", orders.added(), "from Kafka, each once"));
        lines.add(line("twice on Kafka", orders.kafka().repeats(), "left out of the sums by its inbox"));
        lines.add(promise(palette, "different sums", orders.differentSums()));
        if (orders.unheard() + orders.unread() + orders.deadLetters() > 0) {
            lines.add(palette.bad(line("not added", orders.unheard(), "in Kafka, not in the consumer's inbox")));
            lines.add(palette.bad(line("not read", orders.unread(), "records in Kafka")));
            lines.add(palette.bad(line("set aside", orders.deadLetters(), "by the consumer, see dead_letters")));
        }
        return lines;
    }

    private static List<String> lines(NotificationsAudit audit, Palette palette) {
        NotificationsAudit.Asked asked = audit.asked();
        NotificationsAudit.Events events = audit.events();
        List<String> lines = new ArrayList<>();
        lines.add(line(
                "asked for by guests",
                asked.reservations() + asked.orders(),
                number(asked.reservations()) + " reserved, " + number(asked.orders()) + " ordered, "
                        + number(asked.moves()) + " changes"));
        lines.add(line("events for recipients", events.all(), "in EventOutbox"));
        if (events.waiting() > 0) {
            lines.add(line("of these waiting", events.waiting(), "still PENDING, for the next start"));
        }
        lines.add(line("heard by listeners", events.heard(), "from RabbitMQ, each once"));
        lines.add(line("twice in RabbitMQ", audit.queues().repeats(), "kept away by the listeners' inbox"));
        lines.add(line("notifications", audit.made(), "made of them, each once:"));
        lines.add(palette.dim("    " + told(audit)));
        lines.add(line("RabbitMQ killed", audit.brokerKills(), audit.brokerKills() == 0 ? "" : "and started again"));
        lines.add(promise(palette, "dead letters", audit.deadLetters()));
        lines.add(promise(palette, "wrong notifications", audit.wrong()));
        if (events.unheard() + events.givenUp() > 0) {
            lines.add(palette.bad(line("not heard", events.unheard(), "in RabbitMQ, not in a listener's inbox")));
            lines.add(palette.bad(line("given up", events.givenUp(), "FAILED in EventOutbox")));
        }
        return lines;
    }

    private static String told(NotificationsAudit audit) {
        return audit.told().stream()
                .map(it -> it.audience().toLowerCase(Locale.ROOT) + " " + number(it.made()))
                .collect(Collectors.joining(", "));
    }
}
