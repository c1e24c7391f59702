package dev.signalbox.testkit.log;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Concurrent applications that write to a log in any order. */
final class LogWriters {
    private static final int MOST = 4;

    private final LogFixture log;
    private final List<LogOracle> oracles;
    private final RandomGenerator random;
    private final List<OpenTransaction> openTransactions = new ArrayList<>();
    private final List<Long> takenEarly = new ArrayList<>();
    private int writers;

    private record OpenTransaction(int number, LogFixture.Writer writer) {}

    LogWriters(LogFixture log, List<LogOracle> oracles, RandomGenerator random) {
        this.log = log;
        this.oracles = oracles;
        this.random = random;
    }

    void step() {
        if (openTransactions.isEmpty() || (openTransactions.size() < MOST && random.nextInt(4) == 0)) {
            openTransactions.add(new OpenTransaction(writers++, log.begin()));
            return;
        }
        OpenTransaction one = openTransactions.get(random.nextInt(openTransactions.size()));
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
