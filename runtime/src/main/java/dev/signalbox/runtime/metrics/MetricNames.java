package dev.signalbox.runtime.metrics;

import dev.signalbox.core.delivery.RelayCounter;
import java.util.List;
import java.util.Locale;

/** The names of all metrics of Signalbox; `docs/metrics.md` describes them. */
public final class MetricNames {
    /** The tag that names the relay; every metric has it. */
    public static final String RELAY = "relay";

    /** The tag that names a cluster of a relay's routes. */
    public static final String CLUSTER = "cluster";

    /** The tag that names the database call. */
    public static final String CALL = "call";

    /** The tag that names the operator's action. */
    public static final String ACTION = "action";

    public static final String LEADER = "signalbox.relay.leader";
    public static final String HELD = "signalbox.relay.held.messages";
    public static final String HELD_BYTES = "signalbox.relay.held.bytes";
    public static final String REQUESTS = "signalbox.relay.requests.in.flight";
    public static final String WAITING = "signalbox.relay.waiting";
    public static final String PAUSED = "signalbox.relay.paused";
    public static final String OUTAGE = "signalbox.relay.outage";
    public static final String CLUSTER_OUTAGE = "signalbox.relay.cluster.outage";
    public static final String SHARDS = "signalbox.relay.shards";
    public static final String RATE = "signalbox.relay.completed.per.second";
    public static final String BACKLOG = "signalbox.relay.backlog.messages";
    public static final String BACKLOG_ESTIMATED = "signalbox.relay.backlog.estimated";
    public static final String OLDEST = "signalbox.relay.oldest.age.seconds";
    public static final String HORIZON = "signalbox.relay.horizon.age.seconds";
    public static final String CLAIMED = of(RelayCounter.CLAIMED);
    public static final String SENT = of(RelayCounter.SENT);
    public static final String COMPLETED = "signalbox.relay.completed";
    public static final String RETRIED = "signalbox.relay.retried";
    public static final String FAILED = "signalbox.relay.failed";
    public static final String RELEASED = "signalbox.relay.released";
    public static final String NARROWED = of(RelayCounter.NARROWED);
    public static final String CLAIMS_LOST = "signalbox.relay.claims.lost";
    public static final String RECOVERED = "signalbox.relay.recovered";
    public static final String PASSED_OVER = "signalbox.relay.passed.over";
    public static final String SWEPT = "signalbox.relay.swept";
    public static final String ARCHIVED = "signalbox.relay.archived";
    public static final String SWEEP_AGE = "signalbox.relay.sweep.age.seconds";
    public static final String HAND_OVERS = "signalbox.relay.hand.overs";
    public static final String ACTIONS = "signalbox.relay.operator.actions";
    public static final String OUTAGES = "signalbox.relay.outages";
    public static final String SINK_TIME = "signalbox.relay.request";
    public static final String SOURCE_TIME = "signalbox.relay.source.call";
    public static final String SOURCE_FAILURES = "signalbox.relay.source.failures";

    /** The type of a metric. */
    public enum Form {
        GAUGE,
        COUNTER,
        TIMER
    }

    /** One metric. */
    public record Figure(String name, Form form, String meaning) {
        /** The name as Prometheus shows it. */
        public String shown() {
            String base = name.replace('.', '_');
            return switch (form) {
                case GAUGE -> base;
                case COUNTER -> base + "_total";
                case TIMER -> base + "_seconds";
            };
        }
    }

    /** All metrics, in the order of the documentation page. */
    public static final List<Figure> ALL = List.of(
            new Figure(LEADER, Form.GAUGE, "1 on a node that delivers, 0 on a standby."),
            new Figure(HELD, Form.GAUGE, "Messages claimed and not yet settled."),
            new Figure(HELD_BYTES, Form.GAUGE, "Bytes of payload held in memory."),
            new Figure(REQUESTS, Form.GAUGE, "Requests to the destination that are running."),
            new Figure(WAITING, Form.GAUGE, "Groups and messages that wait for their next attempt."),
            new Figure(PAUSED, Form.GAUGE, "1 while an operator has paused the relay."),
            new Figure(OUTAGE, Form.GAUGE, "1 while the destination is considered unavailable."),
            new Figure(
                    CLUSTER_OUTAGE,
                    Form.GAUGE,
                    "1 while a cluster of the relay's routes is considered unavailable, by `cluster`."),
            new Figure(SHARDS, Form.GAUGE, "Shards of the relay that this node works on, of 64."),
            new Figure(RATE, Form.GAUGE, "Messages delivered a second by this node, over the last minute."),
            new Figure(
                    BACKLOG,
                    Form.GAUGE,
                    "Messages that are neither delivered nor dead letters; an estimate above 10,000; only on the node with the first shard."),
            new Figure(BACKLOG_ESTIMATED, Form.GAUGE, "1 while the backlog and its oldest age are estimates."),
            new Figure(
                    OLDEST,
                    Form.GAUGE,
                    "Age of the oldest message that waits; there may be an older one while it is an estimate."),
            new Figure(
                    HORIZON,
                    Form.GAUGE,
                    "How long the oldest open transaction has kept committed events of a log from being read; 0 while none does, and for outbox tables."),
            new Figure(CLAIMED, Form.COUNTER, "Messages claimed."),
            new Figure(SENT, Form.COUNTER, "Messages sent, each attempt counted."),
            new Figure(COMPLETED, Form.COUNTER, "Messages delivered and recorded as such."),
            new Figure(RETRIED, Form.COUNTER, "Failed attempts that are followed by another one."),
            new Figure(FAILED, Form.COUNTER, "Messages that became dead letters, with their reason in the table."),
            new Figure(RELEASED, Form.COUNTER, "Messages released unchanged."),
            new Figure(
                    NARROWED,
                    Form.COUNTER,
                    "Messages of batches that were refused as a whole and are sent in smaller ones."),
            new Figure(
                    CLAIMS_LOST, Form.COUNTER, "Claims that belonged to another owner when they were to be settled."),
            new Figure(
                    RECOVERED,
                    Form.COUNTER,
                    "Messages recovered from nodes that had ended, or from claims that had expired."),
            new Figure(
                    PASSED_OVER,
                    Form.COUNTER,
                    "Messages that were not sent, because a processed event says that they were published before."),
            new Figure(SWEPT, Form.COUNTER, "Completed rows deleted because their retention was over."),
            new Figure(ARCHIVED, Form.COUNTER, "Completed rows moved to the archive table."),
            new Figure(
                    SWEEP_AGE,
                    Form.GAUGE,
                    "How long ago this node last looked for completed rows to delete or archive without an error; NaN if it never did."),
            new Figure(HAND_OVERS, Form.COUNTER, "Shards that this node took over or released."),
            new Figure(ACTIONS, Form.COUNTER, "Actions of operators on this node, by `action`."),
            new Figure(OUTAGES, Form.COUNTER, "How often the destination was found unavailable."),
            new Figure(SINK_TIME, Form.TIMER, "How long requests to the destination took."),
            new Figure(SOURCE_TIME, Form.TIMER, "How long calls to the database took, by `call`."),
            new Figure(SOURCE_FAILURES, Form.COUNTER, "Calls to the database that failed, by `call`."));

    /** The name of a plain counter. */
    public static String of(RelayCounter counter) {
        return "signalbox.relay." + counter.name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    private MetricNames() {}
}
