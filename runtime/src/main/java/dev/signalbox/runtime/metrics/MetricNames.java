package dev.signalbox.runtime.metrics;

import dev.signalbox.core.delivery.RelayCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The names of all metrics of Signalbox; `docs/metrics.md` describes them. */
public final class MetricNames {
    /** The tag that names the relay; every metric of a relay has it. */
    public static final String RELAY = "relay";

    /** The tag that names a cluster of a relay's routes. */
    public static final String CLUSTER = "cluster";

    /** The tag that names the database call. */
    public static final String CALL = "call";

    /** The tag that names the operator's action. */
    public static final String ACTION = "action";

    private static final String PREFIX = "signalbox.relay.";
    private static final List<Figure> DECLARED = new ArrayList<>();

    public static final String LEADER = gauge("leader", "1 on a node that delivers, 0 on a standby.");
    public static final String HELD = gauge("held.messages", "Messages claimed and not yet settled.");
    public static final String HELD_BYTES = gauge("held.bytes", "Bytes of payload held in memory.");
    public static final String REQUESTS = gauge("requests.in.flight", "Requests to the destination that are running.");
    public static final String WAITING = gauge("waiting", "Groups and messages that wait for their next attempt.");
    public static final String PAUSED = gauge("paused", "1 while an operator has paused the relay.");
    public static final String OUTAGE = gauge("outage", "1 while the destination is considered unavailable.");
    public static final String CLUSTER_OUTAGE =
            gauge("cluster.outage", "1 while a cluster of the relay's routes is considered unavailable, by `cluster`.");
    public static final String LOCKED_OUT = gauge(
            "locked.out",
            "1 while a session that is no node of Signalbox holds the lock without which the relay can't be delivered.");
    public static final String SHARDS = gauge("shards", "Shards of the relay that this node works on, of 64.");
    public static final String RATE =
            gauge("completed.per.second", "Messages delivered a second by this node, over the last minute.");
    public static final String BACKLOG = gauge(
            "backlog.messages",
            "Messages that are neither delivered nor dead letters; an estimate above 10,000; only on the node with the first shard.");
    public static final String BACKLOG_ESTIMATED =
            gauge("backlog.estimated", "1 while the backlog and its oldest age are estimates.");
    public static final String OLDEST = gauge(
            "oldest.age.seconds",
            "Age of the oldest message that waits; there may be an older one while it is an estimate.");
    public static final String HORIZON = gauge(
            "horizon.age.seconds",
            "How long the oldest open transaction has kept committed events of a log from being read; 0 while none does, and for outbox tables.");
    public static final String CLAIMED = declare(Form.COUNTER, of(RelayCounter.CLAIMED), "Messages claimed.");
    public static final String SENT =
            declare(Form.COUNTER, of(RelayCounter.SENT), "Messages sent, each attempt counted.");
    public static final String COMPLETED = counter("completed", "Messages delivered and recorded as such.");
    public static final String RETRIED = counter("retried", "Failed attempts that are followed by another one.");
    public static final String FAILED =
            counter("failed", "Messages that became dead letters, with their reason in the table.");
    public static final String RELEASED = counter("released", "Messages released unchanged.");
    public static final String NARROWED = declare(
            Form.COUNTER,
            of(RelayCounter.NARROWED),
            "Messages of batches that were refused as a whole and are sent in smaller ones.");
    public static final String CLAIMS_LOST =
            counter("claims.lost", "Claims that belonged to another owner when they were to be settled.");
    public static final String RECOVERED =
            counter("recovered", "Messages recovered from nodes that had ended, or from claims that had expired.");
    public static final String PASSED_OVER = counter(
            "passed.over",
            "Messages that were not sent, because a processed event says that they were published before.");
    public static final String SWEPT = counter("swept", "Completed rows deleted because their retention was over.");
    public static final String ARCHIVED = counter("archived", "Completed rows moved to the archive table.");
    public static final String SWEEP_AGE = gauge(
            "sweep.age.seconds",
            "How long ago this node last looked for completed rows to delete or archive without an error; NaN if it never did.");
    public static final String HAND_OVERS = counter("hand.overs", "Shards that this node took over or released.");
    public static final String ACTIONS = counter("operator.actions", "Actions of operators on this node, by `action`.");
    public static final String OUTAGES = counter("outages", "How often the destination was found unavailable.");
    public static final String SINK_TIME = timer("request", "How long requests to the destination took.");
    public static final String SOURCE_TIME = timer("source.call", "How long calls to the database took, by `call`.");
    public static final String SOURCE_FAILURES =
            counter("source.failures", "Calls to the database that failed, by `call`.");

    /** Of the standalone program, not of a relay: refused sign-ins, by the tag `reason`. */
    public static final Figure SIGN_INS_REFUSED = new Figure(
            "signalbox.sign.ins.refused",
            Form.COUNTER,
            "Requests to the administration API without a valid token, by `reason` (`no_token`, `invalid_token`, `missing_role`); has no `relay`.");

    /** Of the standalone program, not of a relay: which build it is, by the tags `version` and `commit`. */
    public static final Figure BUILD_INFO = new Figure(
            "signalbox.build.info",
            Form.GAUGE,
            "Always 1; which build of the program this is, by `version` and `commit`; has no `relay`.");

    /** Of the event platform on this node, not of a relay. */
    public static final Figure EVENTS_STORED =
            platform("events.stored", Form.COUNTER, "Events that the platform has stored; duplicates do not count.");

    public static final Figure EVENTS_DUPLICATE = platform(
            "events.duplicate", Form.COUNTER, "Posted events that were stored before, by their deduplication id.");
    public static final Figure JOBS_STORED = platform(
            "jobs.stored", Form.COUNTER, "Dispatch jobs that the platform has stored, with an event or directly.");
    public static final Figure INGEST_FAILURES = platform(
            "ingest.failures",
            Form.COUNTER,
            "Requests with events or jobs that were not stored because of the database.");
    public static final Figure POSTS_WAITING = platform(
            "posts.waiting", Form.GAUGE, "Posts of single events that wait for a statement which stores them.");
    public static final Figure TARGETS_UNAVAILABLE = platform(
            "targets.unavailable",
            Form.GAUGE,
            "Targets of jobs that this node delivers which do not answer, or ask for a pause; each is tried again by itself.");

    /** The metrics of the event platform, in the order of the documentation page. */
    public static final List<Figure> OF_PLATFORM =
            List.of(EVENTS_STORED, EVENTS_DUPLICATE, JOBS_STORED, INGEST_FAILURES, POSTS_WAITING, TARGETS_UNAVAILABLE);

    /** The metrics of relays, in the order of the documentation page. */
    public static final List<Figure> ALL = List.copyOf(DECLARED);

    private static Figure platform(String name, Form form, String meaning) {
        return new Figure("signalbox.platform." + name, form, meaning);
    }

    private static String gauge(String name, String meaning) {
        return declare(Form.GAUGE, PREFIX + name, meaning);
    }

    private static String counter(String name, String meaning) {
        return declare(Form.COUNTER, PREFIX + name, meaning);
    }

    private static String timer(String name, String meaning) {
        return declare(Form.TIMER, PREFIX + name, meaning);
    }

    private static String declare(Form form, String name, String meaning) {
        DECLARED.add(new Figure(name, form, meaning));
        return name;
    }

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

    /** The name of a plain counter. */
    public static String of(RelayCounter counter) {
        return PREFIX + counter.name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    private MetricNames() {}
}
