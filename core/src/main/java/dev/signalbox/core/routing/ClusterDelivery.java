package dev.signalbox.core.routing;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.routing.Routes.Route;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One message of a batch, in flight to the clusters of its route. */
final class ClusterDelivery {
    final Message message;
    final Route route;
    private final Map<String, Outcome> outcomes = new HashMap<>();
    private final Set<String> before;
    /** Clusters whose answer is still awaited, perhaps by an earlier call. */
    private boolean inDoubt;

    /** @param before the clusters that had it before this batch */
    ClusterDelivery(Message message, Route route, Set<String> before) {
        this.message = message;
        this.route = route;
        this.before = before;
        before.forEach(cluster -> outcomes.put(cluster, Outcome.DELIVERED));
    }

    List<String> missing() {
        return route.clusters().stream()
                .filter(cluster -> !before.contains(cluster))
                .toList();
    }

    boolean hadProgress() {
        return !before.isEmpty();
    }

    void set(String cluster, Outcome outcome) {
        outcomes.put(cluster, outcome);
    }

    void uncertain(String cluster, Outcome outcome) {
        inDoubt = true;
        set(cluster, outcome);
    }

    private Outcome of(String cluster) {
        return outcomes.getOrDefault(cluster, Outcome.NOT_ATTEMPTED);
    }

    private boolean has(String cluster) {
        return of(cluster) instanceof Outcome.Delivered;
    }

    /** The required clusters that got it with this batch. */
    List<String> gained() {
        return missing().stream().filter(this::has).toList();
    }

    /** The clusters that get it later, if it is done. */
    List<String> lacking() {
        return route.clusters().stream().filter(cluster -> !has(cluster)).toList();
    }

    Outcome outcome() {
        return switch (route.strategy()) {
            case ALL_MUST_SUCCEED -> lacking().isEmpty() ? Outcome.DELIVERED : worst(lacking());
            // While an answer is awaited, keeping the message for that cluster might send it twice.
            case AT_LEAST_ONE ->
                !inDoubt && lacking().size() < route.clusters().size() ? Outcome.DELIVERED : best(lacking());
        };
    }

    /** The worst outcome: every cluster must have it. */
    private Outcome worst(List<String> clusters) {
        List<Class<? extends Outcome>> ranks = List.of(
                Outcome.Rejected.class, Outcome.TooLarge.class, Outcome.Failed.class, Outcome.NotAttempted.class);
        return Objects.requireNonNullElseGet(first(ranks, clusters), () -> postponed(clusters));
    }

    /** The best outcome: one cluster is enough. */
    private Outcome best(List<String> clusters) {
        List<String> away =
                clusters.stream().filter(cluster -> isAway(of(cluster))).toList();
        if (!away.isEmpty()) {
            return postponed(away);
        }
        List<Class<? extends Outcome>> ranks = List.of(
                Outcome.NotAttempted.class, Outcome.Failed.class, Outcome.TooLarge.class, Outcome.Rejected.class);
        return Objects.requireNonNull(first(ranks, clusters));
    }

    private static boolean isAway(Outcome outcome) {
        return ClusterCircuits.isOutage(outcome) || outcome instanceof Outcome.Postponed;
    }

    private @Nullable Outcome first(List<Class<? extends Outcome>> ranks, List<String> clusters) {
        for (Class<? extends Outcome> rank : ranks) {
            for (String cluster : clusters) {
                if (rank.isInstance(of(cluster))) {
                    return named(cluster, of(cluster));
                }
            }
        }
        return null;
    }

    private static Outcome named(String cluster, Outcome outcome) {
        String reason = cluster + ": " + outcome.reason();
        return switch (outcome) {
            case Outcome.Rejected rejected -> new Outcome.Rejected(reason, rejected.unsent());
            case Outcome.TooLarge _ -> new Outcome.TooLarge(reason);
            case Outcome.Failed _ -> new Outcome.Failed(reason);
            case Outcome.NotAttempted _, Outcome.Delivered _ -> outcome;
            case Outcome.Throttled _, Outcome.Unavailable _, Outcome.Unknown _, Outcome.Postponed _ ->
                postponed(cluster, outcome);
        };
    }

    /** It waits for the cluster that is unavailable longest. */
    private Outcome postponed(List<String> clusters) {
        Outcome.@Nullable Postponed longest = null;
        for (String cluster : clusters) {
            Outcome.Postponed each = postponed(cluster, of(cluster));
            if (longest == null || each.retryAfter().compareTo(longest.retryAfter()) > 0) {
                longest = each;
            }
        }
        return Objects.requireNonNull(longest);
    }

    private static Outcome.Postponed postponed(String cluster, Outcome outcome) {
        String reason = cluster + ": " + outcome.reason();
        return switch (outcome) {
            case Outcome.Postponed postponed -> new Outcome.Postponed(reason, postponed.retryAfter());
            case Outcome.Throttled throttled
            when throttled.retryAfter() != null ->
                new Outcome.Postponed(reason, RoutedBatch.capped(throttled.retryAfter()));
            default -> new Outcome.Postponed(reason, RoutedBatch.SOON);
        };
    }
}
