package dev.signalbox.demo.nodes;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks after the nodes a few times a second: kills one when it is time, times the hand-over, and starts it again. */
final class NodeWatch implements Runnable {
    private static final long EVERY = Duration.ofMillis(200).toNanos();
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_DOWN = Duration.ofSeconds(8);
    private static final int MOST_FAILED_STARTS = 3;
    /** Shards move one after the other; what stays as it is for so many looks is meant to. */
    private static final int SETTLED = 4;

    private final List<Node> nodes;
    private final KillPlan plan;
    private final Owners owners = new Owners();
    private final InFlight inFlight;
    private final NodeNews news;
    private final Place place;
    private volatile Look latest = new Look(List.of(), 0, 0, "", Optional.empty());
    private @Nullable HandOver handOver;
    private long handedOverAt;
    private boolean spread;
    private List<Integer> owned = List.of();
    private int looksAlike;
    private int kills;
    private int fallen;
    private @Nullable String failure;

    /** Where it works, and until when. */
    record Place(ShopDatabase database, StopSignal ending, Clock clock) {}

    NodeWatch(List<Node> nodes, KillPlan plan, InFlight inFlight, NodeNews news, Place place) {
        this.nodes = List.copyOf(nodes);
        this.plan = plan;
        this.inFlight = inFlight;
        this.news = news;
        this.place = place;
        publish();
    }

    Look latest() {
        return latest;
    }

    /** How many have ended though nobody had asked them to. To be asked when this has come to its end. */
    int fallen() {
        return fallen;
    }

    @Override
    public void run() {
        try (Connection connection = place.database().connectAsRelay("demo-nodes")) {
            do {
                look(connection);
                publish();
            } while (place.ending().waitUntil(place.clock().nanos() + EVERY));
        } catch (SQLException | IOException e) {
            failure = "the nodes cannot be looked after any more: " + e.getMessage();
            publish();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(Connection connection) throws SQLException, IOException {
        owners.see(Ownership.read(connection, place.database()));
        nodes.stream().filter(Node::notice).forEach(this::changed);
        followHandOver(connection);
        noticeSpread();
        for (Node node : nodes) {
            if (node.isDown() && isTimeToStart(node)) {
                node.startAgain();
                news.startedAgain(node);
            }
        }
        Optional<String> victim = plan.victim(
                nodes.stream().map(this::view).toList(), place.clock().nanos());
        for (Node node : nodes) {
            if (victim.filter(node.name()::equals).isPresent()) {
                kill(node, connection);
            }
        }
    }

    private void changed(Node node) {
        spread = false;
        if (node.isUp()) {
            news.up(node);
            return;
        }
        news.ended(node);
        if (node.failedStarts() == 0) {
            fallen += node.wasToldToStop() ? 0 : 1;
        } else if (node.failedStarts() == MOST_FAILED_STARTS) {
            failure = node.name() + " does not start: " + ChildProcess.lastLine(node.log());
        }
    }

    private void kill(Node node, Connection connection) throws SQLException {
        node.kill();
        owners.see(Ownership.read(connection, place.database()));
        inFlight.note(connection);
        handOver = new HandOver(view(node), node.lastKill(), owners.shardsOf(node.name()));
        kills++;
        spread = false;
        news.killed(handOver.victim());
    }

    private void followHandOver(Connection connection) throws SQLException {
        if (handOver == null) {
            return;
        }
        Optional<List<String>> heirs = handOver.heirs(owners);
        if (heirs.isEmpty()) {
            inFlight.note(connection); // a request that was under way at the kill may have arrived only now
            return;
        }
        handedOverAt = place.clock().nanos();
        news.tookOver(handOver.victim(), heirs.get(), Duration.ofNanos(handedOverAt - handOver.killedAt()));
        handOver = null;
    }

    private void noticeSpread() {
        List<NodeView> views = views();
        List<Integer> before = owned;
        owned = views.stream().map(NodeView::owned).toList();
        looksAlike = owned.equals(before) ? looksAlike + 1 : 0;
        if (!spread
                && looksAlike >= SETTLED
                && nodes.stream().allMatch(Node::isUp)
                && views.stream().allMatch(view -> hasFairShare(view, views))
                && views.stream().anyMatch(view -> view.owned() > 0)) {
            spread = true;
            news.spread(views);
        }
    }

    private static boolean hasFairShare(NodeView node, List<NodeView> all) {
        return node.shares().stream().allMatch(share -> share.owned() >= share.all() / all.size())
                && node.shares().stream().allMatch(share -> share.all() == ownedOf(share.relay(), all));
    }

    private static int ownedOf(String relay, List<NodeView> all) {
        return all.stream()
                .flatMap(node -> node.shares().stream())
                .filter(share -> share.relay().equals(relay))
                .mapToInt(NodeView.Share::owned)
                .sum();
    }

    /** After its work was handed over, so that this can be seen; at once if nothing is left to be seen. */
    private boolean isTimeToStart(Node node) {
        if (plan.isOver()) {
            return true;
        }
        boolean alone = nodes.stream().noneMatch(Node::isUp);
        boolean handedOver = handOver == null && place.clock().nanos() - handedOverAt > PAUSE.toNanos();
        Duration least = alone || handedOver ? PAUSE : LONGEST_DOWN;
        return node.since().compareTo(least) > 0;
    }

    private void publish() {
        latest = new Look(
                views(),
                nodes.stream().mapToLong(Node::retried).sum(),
                kills,
                nodes.stream()
                        .map(Node::problem)
                        .filter(text -> !text.isEmpty())
                        .findFirst()
                        .orElse(""),
                Optional.ofNullable(failure));
    }

    private List<NodeView> views() {
        List<NodeView> views = new ArrayList<>(nodes.stream().map(this::view).toList());
        owners.living().stream()
                .filter(name -> nodes.stream().noneMatch(node -> node.name().equals(name)))
                .map(this::guest)
                .forEach(views::add);
        return views;
    }

    private NodeView view(Node node) {
        return new NodeView(
                node.name(),
                node.state(),
                node.since(),
                owners.sharesOf(node.name()),
                node.perSecond(),
                owners.leaseOf(node.name()));
    }

    private NodeView guest(String name) {
        return new NodeView(name, NodeView.State.GUEST, Duration.ZERO, owners.sharesOf(name), 0, owners.leaseOf(name));
    }
}
