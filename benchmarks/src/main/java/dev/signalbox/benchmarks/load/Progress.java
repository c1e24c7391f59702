package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Sample;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/** What is said of a sample while the load goes on. */
final class Progress {
    private Progress() {}

    static String line(Sample sample) {
        StringJoiner line = new StringJoiner("  ");
        line.add(String.format(Locale.ROOT, "%6.1f s %-8s", sample.seconds(), sample.phase()));
        line.add(shown(sample, Figure.ORDERS_RATE, 0) + " orders/s");
        line.add("answers p50 " + shown(sample, Figure.ANSWER_P50_MILLIS, 1) + " p99 "
                + shown(sample, Figure.ANSWER_P99_MILLIS, 1) + " ms");
        line.add("events p50 " + shown(sample, Figure.EVENT_P50_MILLIS, 1) + " p99 "
                + shown(sample, Figure.EVENT_P99_MILLIS, 1) + " ms");
        line.add(shown(sample, Figure.WAITING, 0) + " waiting");
        line.add(shown(sample, Figure.IN_FLIGHT, 0) + " in flight");
        trouble(sample, Figure.ERRORS).ifPresent(line::add);
        trouble(sample, Figure.DROPPED).ifPresent(line::add);
        sample.get(Figure.RSS_MEGABYTES).ifPresent(size -> line.add(Math.round(size) + " MB"));
        return line.toString();
    }

    private static Optional<String> trouble(Sample sample, Figure figure) {
        return sample.get(figure)
                .filter(count -> count > 0)
                .map(count -> String.format(Locale.ROOT, "%.0f %s", count, figure.label()));
    }

    private static String shown(Sample sample, Figure figure, int decimals) {
        return sample.get(figure)
                .map(value -> String.format(Locale.ROOT, "%." + decimals + "f", value))
                .orElse("–");
    }
}
