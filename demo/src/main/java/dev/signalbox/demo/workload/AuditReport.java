package dev.signalbox.demo.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The summary at the end of a run: figures of each workload, and whether all guarantees held. */
public final class AuditReport {
    private final List<Line> lines = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private long lost;
    private long neverCommitted;
    private long violations;
    private boolean broken;

    /** A line of the summary, without its colour. */
    public record Line(String text, LineHighlight severity) {}

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library that the demo does not use
    public void figure(String name, long count, String remark, Object... values) {
        lines.add(new Line(format(name, count, String.format(Locale.ROOT, remark, values)), LineHighlight.NORMAL));
    }

    /** Adds a figure that is only of interest if it is not 0. */
    public void figureIfAny(String name, long count, String remark) {
        if (count > 0) {
            figure(name, count, remark);
        }
    }

    public void detail(String text) {
        lines.add(new Line("    " + text, LineHighlight.NORMAL));
    }

    /** Adds a figure that breaks a promise if it is not 0. */
    public void mustBeZero(String name, long count) {
        lines.add(zeroLine(name, count, ""));
        broken |= count != 0;
    }

    /** The same, shown only if it is not 0. */
    public void mustBeZeroIfAny(String name, long count, String remark) {
        if (count != 0) {
            lines.add(zeroLine(name, count, remark));
            broken = true;
        }
    }

    /** Adds to the sums over all workloads. Lost messages are marked as delivered or in no table, but did not arrive. */
    public void add(long lost, long neverCommitted, long violations) {
        this.lost += lost;
        this.neverCommitted += neverCommitted;
        this.violations += violations;
    }

    public void fault(String sentence) {
        faults.add(sentence);
    }

    public boolean promisesKept() {
        return !broken && lost == 0 && neverCommitted == 0 && violations == 0 && faults.isEmpty();
    }

    /** All lines, the verdict last. */
    public List<Line> lines() {
        List<Line> all = new ArrayList<>(lines);
        all.add(zeroLine("sent, never committed", neverCommitted, ""));
        all.add(zeroLine("order violations", violations, ""));
        all.add(zeroLine("lost", lost, ""));
        faults.forEach(fault -> all.add(new Line("  " + fault, LineHighlight.ERROR)));
        all.add(
                promisesKept()
                        ? new Line("All promises were kept.", LineHighlight.GOOD)
                        : new Line("A promise was broken.", LineHighlight.ERROR));
        return all;
    }

    private static Line zeroLine(String name, long count, String remark) {
        return new Line(format(name, count, remark), count == 0 ? LineHighlight.GOOD : LineHighlight.ERROR);
    }

    private static String format(String name, long count, String remark) {
        return String.format(Locale.ROOT, "  %-22s %,9d  %s", name, count, remark)
                .stripTrailing();
    }
}
