package dev.signalbox.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A picture of the ratios: a beam for each, a whisker for its spread, and a mark where its bar is. */
public final class RatioChart {
    private static final int LABEL_WIDTH = 420;
    private static final int PLOT_WIDTH = 420;
    private static final int WIDTH = LABEL_WIDTH + PLOT_WIDTH + 130;
    private static final int TOP = 56;
    private static final int ROW = 46;
    private static final int BEAM = 18;

    /** Colours that are read on white and, by the reader's wish, on black. */
    private static final String STYLE = """
            <style>
              svg { background: #ffffff; font: 13px system-ui, sans-serif; }
              text { fill: #1f2328; } .small { fill: #59636e; font-size: 11px; } .title { font-size: 15px; font-weight: 600; }
              .grid { stroke: #d1d9e0; } .one { stroke: #59636e; } .whisker { stroke: #1f2328; }
              .reached { fill: #1a7f37; } .missed { fill: #cf222e; } .plain { fill: #0969da; }
              .bar { stroke: #9a6700; stroke-width: 2; stroke-dasharray: 4 2; }
              @media (prefers-color-scheme: dark) {
                svg { background: #0d1117; } text { fill: #f0f6fc; } .small { fill: #9198a1; }
                .grid { stroke: #3d444d; } .one { stroke: #9198a1; } .whisker { stroke: #f0f6fc; }
                .reached { fill: #3fb950; } .missed { fill: #f85149; } .plain { fill: #4493f8; } .bar { stroke: #d29922; }
              }
            </style>
            """;

    private final List<Finding> ratios;
    private final double most;
    private final StringBuilder svg = new StringBuilder();

    private RatioChart(List<Finding> findings) {
        this.ratios = findings.stream()
                .filter(finding -> finding.kind() == Finding.Kind.RATIO)
                .toList();
        this.most = ratios.stream()
                .mapToDouble(finding -> Math.max(
                        finding.value().most(), finding.bar().map(Bar::limit).orElse(0.0)))
                .reduce(1, Math::max);
    }

    public static void write(Path file, List<Finding> findings) throws IOException {
        Files.writeString(file, draw(findings));
    }

    static String draw(List<Finding> findings) {
        return new RatioChart(findings).draw();
    }

    private String draw() {
        int height = TOP + ROW * Math.max(1, ratios.size()) + 30;
        svg.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n"
                        .formatted(WIDTH, height, WIDTH, height));
        svg.append("<title>Signalbox against raw loops on the same server</title>\n")
                .append(STYLE);
        text("title", 16, 24, "Signalbox against raw loops on the same server");
        text(
                "small",
                16,
                42,
                "times the raw loop; median, and from the least to the most of the pairs; dashed: the bar");
        grid(height - 24);
        for (int row = 0; row < ratios.size(); row++) {
            beam(ratios.get(row), TOP + row * ROW);
        }
        return svg.append("</svg>\n").toString();
    }

    private void grid(int bottom) {
        double step = most > 6 ? 2 : most > 3 ? 1 : most > 1.2 ? 0.5 : 0.2;
        for (int i = 0; i * step <= most * 1.001; i++) {
            double value = i * step;
            line(Math.abs(value - 1) < 1e-9 ? "one" : "grid", x(value), TOP - 6, x(value), bottom);
            text("small", x(value) - 8, bottom + 14, number(value));
        }
    }

    private void beam(Finding finding, int top) {
        double middle = top + ROW / 2.0 - 4;
        text("", 16, middle - 1, finding.scenario() + ": " + finding.subject());
        text("small", 16, middle + 14, finding.ours() + " against " + finding.rival());
        String colour =
                finding.reached().map(good -> good ? "reached" : "missed").orElse("plain");
        svg.append("<rect class=\"%s\" x=\"%d\" y=\"%s\" width=\"%s\" height=\"%d\"/>\n"
                .formatted(
                        colour,
                        LABEL_WIDTH,
                        coordinate(middle - BEAM / 2.0),
                        coordinate(x(finding.value().median()) - LABEL_WIDTH),
                        BEAM));
        line("whisker", x(finding.value().least()), middle, x(finding.value().most()), middle);
        finding.bar().ifPresent(bar -> line("bar", x(bar.limit()), middle - BEAM, x(bar.limit()), middle + BEAM));
        text(
                "",
                LABEL_WIDTH + PLOT_WIDTH + 14,
                middle + 4,
                number(finding.value().median()) + " × " + Summary.judgement(finding));
    }

    private double x(double ratio) {
        return LABEL_WIDTH + PLOT_WIDTH * ratio / most;
    }

    private void text(String style, double x, double y, String text) {
        svg.append("<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>\n"
                .formatted(style, coordinate(x), coordinate(y), escaped(text)));
    }

    private void line(String style, double x1, double y1, double x2, double y2) {
        svg.append("<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
                .formatted(style, coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2)));
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String coordinate(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
