package dev.signalbox.platform.matching;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SubscriptionMatcherTest {
    private static final MatchingKey A = new MatchingKey("a", "");
    private static final MatchingKey B = new MatchingKey("b", "");
    private final AtomicLong nanos = new AtomicLong();
    private final Registry registry = new Registry();
    private final SubscriptionMatcher matcher = new SubscriptionMatcher(registry, nanos::get);

    /** A registry in memory, which remembers what was asked. */
    private static final class Registry implements MatchingStore {
        final List<Set<MatchingKey>> loads = new ArrayList<>();
        final Map<String, Long> subscribers = new HashMap<>();
        final Map<Long, String> changes = new HashMap<>();
        long version = 1;
        boolean forgetful;

        void subscribe(String type, long subscription) {
            subscribers.put(type, subscription);
            changes.put(++version, type);
        }

        @Override
        public MatchingRows load(Set<MatchingKey> keys) {
            loads.add(Set.copyOf(keys));
            Map<MatchingKey, TypeMatches> matches = new HashMap<>();
            for (MatchingKey key : keys) {
                Long subscription = subscribers.get(key.type());
                matches.put(
                        key,
                        subscription == null
                                ? TypeMatches.NONE
                                : new TypeMatches(
                                        false, List.of(new MatchedSubscription(Tsid.from(subscription), Set.of()))));
            }
            return new MatchingRows(version, matches);
        }

        @Override
        public MatchingChanges changesSince(long since) {
            Set<String> types = new HashSet<>();
            changes.forEach((at, type) -> {
                if (at > since) {
                    types.add(type);
                }
            });
            return new MatchingChanges(version, !forgetful, forgetful ? Set.of() : types);
        }
    }

    private int subscribers(MatchingKey key) throws StoreException {
        TypeMatches found = matcher.match(Set.of(key)).matches().getOrDefault(key, TypeMatches.NONE);
        return found.subscriptions().size();
    }

    @Test
    void whatIsKnownIsNotAskedAgain() throws StoreException {
        assertThat(matcher.match(Set.of(A, B)).version()).isEqualTo(1);
        matcher.match(Set.of(A));

        assertThat(registry.loads).containsExactly(Set.of(A, B));
    }

    @Test
    void anEntryLivesFiveMinutes() throws StoreException {
        matcher.match(Set.of(A));
        nanos.addAndGet(Duration.ofMinutes(5).toNanos() + 1);
        matcher.match(Set.of(A));

        assertThat(registry.loads).hasSize(2);
    }

    @Test
    void aRefreshDropsWhatHasChangedOnly() throws StoreException {
        matcher.match(Set.of(A, B));
        registry.subscribe("a", 7);
        assertThat(matcher.match(Set.of(A)).version()).as("not known yet").isEqualTo(1);

        matcher.refresh(1);

        assertThat(matcher.match(Set.of(B)).version()).isEqualTo(2);
        assertThat(subscribers(A)).isEqualTo(1);
        assertThat(registry.loads).containsExactly(Set.of(A, B), Set.of(A));
    }

    @Test
    void everythingIsDroppedIfTheChangesAreForgottenOrTheRegistryIsOlder() throws StoreException {
        registry.subscribe("b", 7);
        matcher.match(Set.of(A, B));
        registry.forgetful = true;
        registry.version = 3;
        matcher.refresh(2);
        matcher.match(Set.of(A, B));
        assertThat(registry.loads).hasSize(2);

        registry.forgetful = false;
        registry.version = 2; // another server, without the latest changes
        matcher.refresh(3);
        assertThat(matcher.match(Set.of(A, B)).version()).isEqualTo(2);
        assertThat(registry.loads).hasSize(3);
    }

    @Test
    void aRefreshForAVersionThatIsGoneDoesNothing() throws StoreException {
        matcher.match(Set.of(A));
        registry.subscribe("a", 7);
        matcher.refresh(1);
        registry.subscribe("b", 8);

        matcher.refresh(1);

        assertThat(matcher.match(Set.of(A)).version()).isEqualTo(2);
    }
}
