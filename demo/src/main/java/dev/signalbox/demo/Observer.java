package dev.signalbox.demo;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.receiver.Receiver;
import dev.signalbox.demo.shop.Till;
import dev.signalbox.server.metrics.MetricNames;
import dev.signalbox.server.web.RelayView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Puts together what all parts know. */
final class Observer {
    private static final int NEWS = 40;

    private final Till till;
    private final Receiver receiver;
    private final RelayNode node;
    private final TableWatch tables;
    private final News news;
    private final Clock clock;
    private final long began;
    private final Meter orders;
    private final Meter delivered;
    private boolean delivering = true;
    private String problem = "";
    private long changed;

    Observer(Till till, Receiver receiver, RelayNode node, TableWatch tables, News news, Clock clock) {
        this.till = till;
        this.receiver = receiver;
        this.node = node;
        this.tables = tables;
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
        List<RelayView> views = node.views();
        noticeOutage(views, now);
        return new Snapshot(
                Duration.ofNanos(now - began),
                phase,
                sold,
                tables.latest(),
                new Snapshot.Work(node.count(MetricNames.RETRIED)),
                new Snapshot.Destination(delivering, problem, Duration.ofNanos(now - changed)),
                received,
                receiver.latencies().quantiles(),
                new Snapshot.Rates(orders.perSecond(), delivered.perSecond(), orders.history(), delivered.history()),
                news.last(NEWS));
    }

    private void noticeOutage(List<RelayView> views, long now) {
        Optional<RelayView> paused = views.stream()
                .filter(view -> view.state() == RelayView.State.OUTAGE)
                .findFirst();
        boolean works = paused.isEmpty();
        if (works != delivering) {
            Duration lasted = Duration.ofNanos(now - changed);
            changed = now;
            delivering = works;
            problem = paused.map(view -> Reasons.brief(view.problem())).orElse("");
            news.add(
                    works ? News.Tone.GOOD : News.Tone.NOTABLE,
                    works
                            ? "the relay delivers again after %.1f s; no attempt was counted"
                                    .formatted(lasted.toMillis() / 1000.0)
                            : "the relay pauses: " + problem);
        }
    }
}
