package dev.signalbox.demo;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.nodes.Look;
import dev.signalbox.demo.nodes.Nodes;
import dev.signalbox.demo.receiver.Receiver;
import dev.signalbox.demo.shop.Till;
import java.time.Duration;
import java.util.function.Supplier;

/** Puts together what all parts know. */
final class Observer {
    private static final int NEWS = 40;

    private final Till till;
    private final Receiver receiver;
    private final Nodes nodes;
    private final TableWatch tables;
    private final Supplier<Snapshot.Wallets> wallets;
    private final Supplier<Snapshot.ExampleViews> examples;
    private final News news;
    private final Clock clock;
    private final long began;
    private final Meter orders;
    private final Meter delivered;
    private boolean delivering = true;
    private String problem = "";
    private long changed;

    Observer(
            Till till,
            Receiver receiver,
            Nodes nodes,
            TableWatch tables,
            Supplier<Snapshot.Wallets> wallets,
            Supplier<Snapshot.ExampleViews> examples,
            News news,
            Clock clock) {
        this.till = till;
        this.receiver = receiver;
        this.nodes = nodes;
        this.tables = tables;
        this.wallets = wallets;
        this.examples = examples;
        this.news = news;
        this.clock = clock;
        this.began = clock.nanos();
        this.changed = began;
        this.orders = new Meter(began);
        this.delivered = new Meter(began);
    }

    Snapshot look(Snapshot.Phase phase) {
        long now = clock.nanos();
        Snapshot.Sold sold = new Snapshot.Sold(till.orders(), till.messages(), till.rolledBack());
        var received = receiver.totals();
        orders.sample(now, sold.orders());
        delivered.sample(now, received.accepted());
        Look look = nodes.latest();
        noticeOutage(look.problem(), now);
        return new Snapshot(
                Duration.ofNanos(now - began),
                phase,
                sold,
                tables.latest(),
                new Snapshot.Work(look.retries(), look.kills()),
                look.nodes(),
                wallets.get(),
                examples.get(),
                new Snapshot.Destination(delivering, problem, Duration.ofNanos(now - changed)),
                received,
                receiver.latencies().quantiles(),
                new Snapshot.Rates(orders.perSecond(), delivered.perSecond(), orders.history(), delivered.history()),
                news.last(NEWS));
    }

    private void noticeOutage(String reason, long now) {
        boolean works = reason.isEmpty();
        if (works != delivering) {
            Duration lasted = Duration.ofNanos(now - changed);
            changed = now;
            delivering = works;
            problem = reason;
            news.add(
                    works ? News.Tone.GOOD : News.Tone.NOTABLE,
                    works
                            ? "the relay delivers again after %.1f s; no attempt counted"
                                    .formatted(lasted.toMillis() / 1000.0)
                            : "the relay pauses: " + problem);
        }
    }
}
