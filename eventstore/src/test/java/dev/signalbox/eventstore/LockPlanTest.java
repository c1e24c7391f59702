package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LockPlanTest {
    private static final List<String> TYPES = List.of("A", "B", "C");
    private static final List<Tag> TAGS =
            List.of(Tag.of("x", "1"), Tag.of("x", "2"), Tag.of("y", "1"), Tag.of("y", "22"), Tag.of("z", "333"));

    @Test
    void anEventAlwaysMeetsAConditionThatItMatches() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int matches = 0;
        for (int i = 0; i < 20_000; i++) {
            AppendEvent event = event(random);
            Query query = query(random);
            if (matches(query, event)) {
                matches++;
                assertThat(meet(append(event), LockPlan.of(List.of(event("Other")), reading(query))))
                        .as("%s, %s, seed %d", event, query, seed)
                        .isTrue();
            }
        }
        assertThat(matches).isGreaterThan(1_000);
    }

    @Test
    void appendsWithoutAConditionNeverMeet() {
        assertThat(meet(append(event("A", TAGS.get(0))), append(event("A", TAGS.get(0)))))
                .isFalse();
    }

    @Test
    void conditionsOnOtherTypesOfTheSameThingDoNotMeet() {
        Query prices = Query.of(QueryItem.types("A").tag("x", "1"));
        LockPlan order = LockPlan.of(List.of(event("B", TAGS.get(0))), reading(prices));
        assertThat(meet(order, append(event("C", TAGS.get(0))))).isFalse();
        assertThat(meet(order, append(event("A", TAGS.get(0))))).isTrue();
    }

    @Test
    void aLongValueIsTakenForTheMoreTellingOne() {
        Query wallet = Query.of(QueryItem.tagged("tenant", "7").tag("wallet", "0f8fad5b"));
        LockPlan command = LockPlan.of(List.of(event("A")), reading(wallet));
        assertThat(meet(command, append(event("A", Tag.of("tenant", "7"))))).isFalse();
        assertThat(meet(command, append(event("A", Tag.of("wallet", "0f8fad5b")))))
                .isTrue();
    }

    @Test
    void keysAreTakenInAscendingOrder() {
        assertThat(append(event("A", TAGS.toArray(Tag[]::new))).keys()).isSorted();
    }

    @Test
    void anAppendThatNeedsTooManyLocksTakesTheWholeLog() {
        List<AppendEvent> many = IntStream.range(0, Limits.LOCKS)
                .mapToObj(i -> event("A", Tag.of("id", Integer.toString(i))))
                .toList();
        LockPlan plan = LockPlan.of(many, AppendCondition.none());
        assertThat(plan.keys()).containsExactly(LockPlan.logKey());
        assertThat(plan.exclusive()).containsExactly(true);
        assertThat(meet(plan, append(event("B")))).isTrue();
    }

    @Test
    void keysStayWhatTheyAreForOtherVersionsMustAgree() {
        assertThat(LockPlan.logKey()).isEqualTo(-7422382836575071084L);
        assertThat(LockPlan.typeKey("WalletOpened")).isEqualTo(5907632170289842071L);
        assertThat(LockPlan.tagKey(Tag.of("wallet_id", "w1"))).isEqualTo(-8240468682282272824L);
        assertThat(LockPlan.typeAndTagKey("WalletOpened", Tag.of("wallet_id", "w1")))
                .isEqualTo(6287232895691778008L);
    }

    private static AppendCondition reading(Query query) {
        return AppendCondition.builder().unchanged(query, Cursor.START).build();
    }

    private static LockPlan append(AppendEvent event) {
        return LockPlan.of(List.of(event), AppendCondition.none());
    }

    private static boolean meet(LockPlan one, LockPlan other) {
        Map<Long, Boolean> modes = new HashMap<>();
        for (int i = 0; i < one.keys().length; i++) {
            modes.put(one.keys()[i], one.exclusive()[i]);
        }
        return IntStream.range(0, other.keys().length).anyMatch(i -> {
            Boolean exclusive = modes.get(other.keys()[i]);
            return exclusive != null && (exclusive || other.exclusive()[i]);
        });
    }

    private static boolean matches(Query query, AppendEvent event) {
        return query.items().isEmpty()
                || query.items().stream()
                        .anyMatch(
                                item -> (item.types().isEmpty() || item.types().contains(event.type()))
                                        && event.tags().containsAll(item.tags()));
    }

    private static AppendEvent event(Random random) {
        return event(TYPES.get(random.nextInt(TYPES.size())), some(TAGS, random).toArray(Tag[]::new));
    }

    private static AppendEvent event(String type, Tag... tags) {
        return new AppendEvent(type, Arrays.asList(tags), "{}");
    }

    private static Query query(Random random) {
        List<QueryItem> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            items.add(new QueryItem(some(TYPES, random), some(TAGS, random)));
        }
        return new Query(items);
    }

    private static <T> List<T> some(List<T> all, Random random) {
        return all.stream().filter(each -> random.nextInt(3) == 0).toList();
    }
}
