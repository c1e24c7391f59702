package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares the events that writers have committed to a log with those that arrived. */
final class LogOrderOracle {
    private final List<LogWriters.CommittedTransaction> written;
    private final Map<Long, Integer> firsts = new HashMap<>();
    private final List<Long> repeated = new ArrayList<>();

    LogOrderOracle(List<LogWriters.CommittedTransaction> written, List<Long> arrived) {
        this.written = written;
        for (int i = 0; i < arrived.size(); i++) {
            if (firsts.putIfAbsent(arrived.get(i), i) != null) {
                repeated.add(arrived.get(i));
            }
        }
    }

    boolean isComplete() {
        return missing().isEmpty();
    }

    private Set<Long> missing() {
        Set<Long> missing = new TreeSet<>();
        written.forEach(committedTransaction -> missing.addAll(committedTransaction.positions()));
        missing.removeAll(firsts.keySet());
        return missing;
    }

    List<Long> repeated() {
        return repeated;
    }

    int arrived() {
        return firsts.size();
    }

    /** All committed events have arrived, no others have, and those of non-overlapping transactions in position order. */
    LogOrderOracle assertNothingLostAndInOrder() {
        assertThat(missing()).as("lost").isEmpty();
        assertThat(firsts.size())
                .as("what was committed, and no more")
                .isEqualTo(
                        written.stream().mapToInt(it -> it.positions().size()).sum());
        assertThat(overtaken()).as("order violations").isEmpty();
        return this;
    }

    private List<String> overtaken() {
        List<String> overtaken = new ArrayList<>();
        List<LogWriters.CommittedTransaction> ended =
                sorted(Comparator.comparingLong(LogWriters.CommittedTransaction::ended));
        int next = 0;
        int last = -1;
        for (LogWriters.CommittedTransaction each :
                sorted(Comparator.comparingLong(LogWriters.CommittedTransaction::begun))) {
            for (; next < ended.size() && ended.get(next).ended() < each.begun(); next++) {
                last = Math.max(last, position(ended.get(next).positions().getLast()));
            }
            int before = last;
            for (long position : each.positions()) {
                if (position(position) < before) {
                    overtaken.add(position + " came before what had been committed before it was taken");
                }
                before = position(position);
            }
        }
        return overtaken;
    }

    private List<LogWriters.CommittedTransaction> sorted(Comparator<LogWriters.CommittedTransaction> order) {
        return written.stream().sorted(order).toList();
    }

    private int position(long position) {
        return firsts.getOrDefault(position, Integer.MAX_VALUE);
    }
}
