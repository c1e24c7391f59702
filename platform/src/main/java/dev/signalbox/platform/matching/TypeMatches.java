package dev.signalbox.platform.matching;

import java.util.List;

/**
 * What is known about a type, for the events of one client.
 *
 * @param registered whether the type is registered and not archived
 * @param subscriptions those that get jobs, in the order of their ids
 */
public record TypeMatches(boolean registered, List<MatchedSubscription> subscriptions) {
    public static final TypeMatches NONE = new TypeMatches(false, List.of());

    public TypeMatches {
        subscriptions = List.copyOf(subscriptions);
    }

    /** The subscriptions that take this version. */
    public List<MatchedSubscription> taking(String specVersion) {
        return subscriptions.stream().filter(it -> it.takes(specVersion)).toList();
    }
}
