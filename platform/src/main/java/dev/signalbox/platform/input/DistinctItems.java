package dev.signalbox.platform.input;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Items of a request without repetitions: of equal ones the first counts.
 *
 * @param items the distinct ones, in the order of the request
 * @param places for each item of the request the place of its first occurrence among the distinct ones
 */
public record DistinctItems<T>(List<T> items, List<Integer> places) {
    public DistinctItems {
        items = List.copyOf(items);
        places = List.copyOf(places);
    }

    /** @param key what makes two items equal; null if an item is equal to no other */
    public static <T> DistinctItems<T> of(List<T> all, Function<T, @Nullable String> key) {
        Map<String, Integer> known = new HashMap<>();
        List<T> items = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (T item : all) {
            String own = key.apply(item);
            Integer before = own == null ? null : known.putIfAbsent(own, items.size());
            places.add(before == null ? items.size() : before);
            if (before == null) {
                items.add(item);
            }
        }
        return new DistinctItems<>(items, places);
    }

    /**
     * The results of all items of the request.
     *
     * @param results those of the distinct items
     * @param repeated what a repetition gets instead of the result of the first occurrence
     */
    public <R> List<R> spread(List<R> results, UnaryOperator<R> repeated) {
        List<R> all = new ArrayList<>();
        int next = 0;
        for (int place : places) {
            boolean first = place == next;
            all.add(first ? results.get(place) : repeated.apply(results.get(place)));
            next += first ? 1 : 0;
        }
        return all;
    }
}
