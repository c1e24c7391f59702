package dev.signalbox.demo.nodes;

import dev.signalbox.demo.News;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Tells of what happens to the nodes. */
final class NodeNews {
    private final News news;

    NodeNews(News news) {
        this.news = news;
    }

    void up(Node node) {
        news.add(News.Tone.GOOD, node.name() + " is up, " + seconds(node.age()) + " after its start");
    }

    void ended(Node node) {
        if (node.wasToldToStop()) {
            news.add(News.Tone.NOTABLE, node.name() + " was told to stop by somebody else");
            return;
        }
        news.add(
                News.Tone.BAD,
                node.name() + " ended by itself with code " + node.exitCode().orElse(-1) + ": see "
                        + node.log().getFileName());
    }

    void killed(NodeView node) {
        news.add(News.Tone.NOTABLE, node.name() + " is killed (SIGKILL) while it " + owning(node));
    }

    void startedAgain(Node node) {
        news.add(News.Tone.GOOD, node.name() + " is started again");
    }

    void tookOver(NodeView before, List<String> heirs, Duration lasted) {
        String heir = heirs.equals(List.of(before.name())) ? before.name() + " itself" : String.join(" and ", heirs);
        String what = before.isSpread() ? "the " + before.owned() + " shards" : relays(before);
        news.add(News.Tone.GOOD, heir + " took over " + what + " " + seconds(lasted) + " after the kill");
    }

    /** All work has its owner again. */
    void spread(List<NodeView> nodes) {
        boolean spread = nodes.stream().anyMatch(NodeView::isSpread);
        news.add(
                News.Tone.GOOD,
                nodes.stream()
                        .map(node -> node.name() + " " + (spread ? node.owned() : owning(node)))
                        .collect(Collectors.joining(", ", spread ? "the shards are spread: " : "", "")));
    }

    private static String owning(NodeView node) {
        if (node.isSpread()) {
            return "owns " + node.owned() + " shards";
        }
        return node.owned() == 0 ? "stands by" : "leads " + relays(node);
    }

    private static String relays(NodeView node) {
        return node.shares().stream()
                .filter(share -> share.owned() > 0)
                .map(NodeView.Share::relay)
                .collect(Collectors.joining(" and "));
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
