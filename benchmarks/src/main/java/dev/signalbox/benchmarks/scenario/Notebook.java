package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Run;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Keeps every run, and shows it as soon as it is over. */
public final class Notebook {
    private static final int WIDEST_NAME = 30;

    private final PrintWriter out;
    private final List<Run> runs = new ArrayList<>();

    public Notebook(PrintWriter out) {
        this.out = out;
    }

    public List<Run> runs() {
        return List.copyOf(runs);
    }

    void say(String line) {
        out.println(line);
    }

    void enter(Run run) {
        runs.add(run);
        String pair = run.counts() ? "pair " + run.pair() : "warm-up";
        out.printf("  %-8s %-" + WIDEST_NAME + "s %s%n", pair, run.competitor(), figures(run, Figure.Per.RUN));
        String costs = figures(run, Figure.Per.MESSAGE);
        if (!costs.isEmpty()) {
            out.println("           per message: " + costs);
        }
        run.faults().forEach(fault -> out.println("           FAULT: " + fault));
    }

    private static String figures(Run run, Figure.Per per) {
        StringJoiner line = new StringJoiner("  ");
        for (Figure figure : Figure.values()) {
            Double value = run.figures().get(figure);
            if (value != null && figure.per() == per) {
                line.add(figure.shown(value) + " " + figure.label());
            }
        }
        return line.toString();
    }
}
