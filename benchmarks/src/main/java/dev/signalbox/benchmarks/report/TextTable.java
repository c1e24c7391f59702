package dev.signalbox.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Columns of text, each as wide as its widest cell. */
public final class TextTable {
    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... header) {
        this.header = List.of(header);
    }

    public void add(String... cells) {
        if (cells.length != header.size()) {
            throw new IllegalArgumentException("a row of " + cells.length + " cells in a table of " + header.size());
        }
        rows.add(List.of(cells));
    }

    /** The lines, in the form of a Markdown table. */
    public List<String> lines() {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < header.size(); column++) {
            int width = header.get(column).length();
            for (List<String> row : rows) {
                width = Math.max(width, row.get(column).length());
            }
            widths.add(width);
        }
        List<String> lines = new ArrayList<>();
        lines.add(line(header, widths, " "));
        lines.add(line(Collections.nCopies(header.size(), ""), widths, "-"));
        rows.forEach(row -> lines.add(line(row, widths, " ")));
        return lines;
    }

    private static String line(List<String> cells, List<Integer> widths, String padding) {
        StringBuilder line = new StringBuilder("|");
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            line.append(padding)
                    .append(cell)
                    .append(padding.repeat(widths.get(column) - cell.length()))
                    .append(padding)
                    .append('|');
        }
        return line.toString();
    }
}
