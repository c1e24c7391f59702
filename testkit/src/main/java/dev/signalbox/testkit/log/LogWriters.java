package dev.signalbox.testkit.log;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Concurrent applications that write to a log in any order. */
final class LogWriters {
    /** What transactions prefer to do. */
    enum Habit {
        ANYTHING,
        /**
         * Most take a number at once and write at their end. Short ones with higher numbers write meanwhile, at positions
         * that were taken long before: such an event may be older than one of a lower number and a higher position.
         */
        OLD_NUMBERS_AND_OLD_POSITIONS
    }

    private static final int MOST = 4;

    private final LogFixture log;
    private final List<LogOracle> oracles;
    private final RandomGenerator random;
    private final Habit habit;
    private final List<OpenTransaction> openTransactions = new ArrayList<>();
    private final List<Long> takenEarly = new ArrayList<>();
    private int writers;

    private record OpenTransaction(int number, LogFixture.Writer writer) {}

    LogWriters(LogFixture log, List<LogOracle> oracles, RandomGenerator random) {
        this(log, oracles, random, Habit.ANYTHING);
    }

    LogWriters(LogFixture log, List<LogOracle> oracles, RandomGenerator random, Habit habit) {
        this.log = log;
        this.oracles = oracles;
        this.random = random;
        this.habit = habit;
    }

    void step() {
        if (openTransactions.isEmpty() || (openTransactions.size() < MOST && random.nextInt(4) == 0)) {
            OpenTransaction begun = begin();
            if (habit == Habit.OLD_NUMBERS_AND_OLD_POSITIONS) {
                begun.writer().takeXid();
            }
            return;
        }
        OpenTransaction one = openTransactions.get(random.nextInt(openTransactions.size()));
        switch (habit) {
            case ANYTHING -> doAnything(one);
            case OLD_NUMBERS_AND_OLD_POSITIONS -> writeAtTheEnd(one);
        }
    }

    private OpenTransaction begin() {
        OpenTransaction begun = new OpenTransaction(writers++, log.begin());
        openTransactions.add(begun);
        return begun;
    }

    private void doAnything(OpenTransaction one) {
        switch (random.nextInt(12)) {
            case 0 -> one.writer().takeXid();
            case 1 -> takeEarly();
            case 2 -> one.writer().appendOther();
            case 3, 4, 5 -> append(one);
            case 6 -> appendTakenEarly(one);
            case 7 -> rollBack(one);
            default -> commit(one);
        }
    }

    private void writeAtTheEnd(OpenTransaction one) {
        switch (random.nextInt(6)) {
            case 0 -> takeEarly();
            case 1, 2 -> {
                OpenTransaction brief = begin();
                appendTakenEarly(brief);
                commit(brief);
            }
            case 3 -> rollBack(one);
            default -> {
                append(one);
                commit(one);
            }
        }
    }

    private void takeEarly() {
        long position = log.takePosition();
        oracles.forEach(it -> it.taken(position));
        takenEarly.add(position);
    }

    private @Nullable String group() {
        return random.nextInt(8) == 0 ? null : "g" + random.nextInt(3);
    }

    private void append(OpenTransaction one) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            String group = group();
            long position = log.takePosition();
            oracles.forEach(it -> it.taken(position));
            one.writer().appendAt(position, group);
            oracles.forEach(it -> it.appended(position, group, one.number()));
        }
    }

    private void appendTakenEarly(OpenTransaction one) {
        if (!takenEarly.isEmpty()) {
            String group = group();
            long position = takenEarly.remove(random.nextInt(takenEarly.size()));
            one.writer().appendAt(position, group);
            oracles.forEach(it -> it.appended(position, group, one.number()));
        }
    }

    private void commit(OpenTransaction one) {
        openTransactions.remove(one);
        one.writer().commit();
        oracles.forEach(it -> it.committed(one.number()));
    }

    private void rollBack(OpenTransaction one) {
        openTransactions.remove(one);
        one.writer().rollBack();
    }

    void finish() {
        while (!openTransactions.isEmpty()) {
            commit(openTransactions.getFirst());
        }
    }
}
