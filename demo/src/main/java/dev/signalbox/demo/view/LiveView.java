package dev.signalbox.demo.view;

import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.LineHighlight;
import dev.signalbox.demo.workload.ViewLine;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Draws a table of all lines in place, on the terminal's alternate screen. */
public final class LiveView implements View {
    private static final String ENTER = "\u001b[?1049h\u001b[?25l\u001b[2J";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final int FRAMES_PER_SIZE_CHECK = 8;
    private static final int LABEL_WIDTH = 10;
    private static final int LEAST_ACTIVITY = 4;

    private final PrintWriter out;
    private final TerminalColors colors;
    private final Header header;
    private final DateTimeFormatter clock =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());
    private Size size = Size.DEFAULT;
    private int frames;

    record Size(int rows, int columns) {
        static final Size DEFAULT = new Size(24, 80);
        private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,3}) ([1-9][0-9]{0,3})\\s*");

        /** @param answer of {@code stty size} */
        static Size parse(String answer) {
            Matcher size = FORM.matcher(answer);
            return size.matches()
                    ? new Size(
                            Math.max(4, Integer.parseInt(size.group(1))), Math.max(20, Integer.parseInt(size.group(2))))
                    : DEFAULT;
        }

        private static Size current() {
            try {
                Process stty = new ProcessBuilder("stty", "size")
                        .redirectInput(new File("/dev/tty"))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            } catch (IOException e) {
                return DEFAULT;
            }
        }
    }

    public LiveView(PrintWriter out, TerminalColors colors, Header header) {
        this.out = out;
        this.colors = colors;
        this.header = header;
        print(ENTER);
    }

    private void print(String text) {
        out.print(text);
        out.flush();
    }

    @Override
    public Duration interval() {
        return Duration.ofMillis(250);
    }

    /** Writes the whole frame at once and clears each line as it is written, so that nothing flickers. */
    @Override
    public void show(Figures now) {
        if (frames++ % FRAMES_PER_SIZE_CHECK == 0) {
            size = Size.current();
        }
        List<String> lines = lines(now, size);
        StringBuilder frame = new StringBuilder();
        for (int i = 0; i < size.rows(); i++) {
            frame.append("\u001b[").append(i + 1).append(";1H");
            frame.append(i < lines.size() ? lines.get(i) : "").append("\u001b[K");
        }
        print(frame.toString());
    }

    @Override
    public void close() {
        print(LEAVE);
    }

    List<String> lines(Figures now, Size terminal) {
        int width = terminal.columns();
        List<String> lines = new ArrayList<>();
        lines.add(colors.bold(fit(" Signalbox demo   running " + now.time(), width)));
        String label = "";
        for (ViewLine line : now.parts().stream().flatMap(List::stream).toList()) {
            lines.add(row(line.label().equals(label) ? "" : line.label(), line.text(), line.severity(), width));
            label = line.label();
        }
        lines.add("");
        int room = terminal.rows() - 1 - lines.size();
        List<String> hints = hints(width, room - LEAST_ACTIVITY);
        lines.addAll(activity(now.activity(), width, room - hints.size()));
        lines.addAll(hints);
        List<String> shown = new ArrayList<>(lines.subList(0, Math.min(lines.size(), terminal.rows() - 1)));
        shown.add(
                now.draining()
                        ? colors.of(
                                LineHighlight.WARNING, fit(" Stopped; the last messages are being delivered …", width))
                        : colors.bold(fit(" Ctrl-C ends it cleanly   logs " + header.logs(), width)));
        return shown;
    }

    private List<String> activity(List<ActivityLog.Entry> entries, int width, int room) {
        List<String> rows = new ArrayList<>();
        int most = Math.max(0, room - 1);
        for (ActivityLog.Entry entry : entries.subList(Math.max(0, entries.size() - most), entries.size())) {
            String text = clock.format(entry.time()) + " " + entry.text();
            rows.add(row(rows.isEmpty() ? "events" : "", text, entry.severity(), width));
        }
        while (rows.size() < room) {
            rows.add("");
        }
        return rows;
    }

    /** A command that does not fit is left out, because it could not be copied. */
    private List<String> hints(int width, int room) {
        return header.hints().stream()
                .filter(hint -> LABEL_WIDTH + hint.text().length() <= width)
                .limit(Math.max(0, room))
                .map(hint -> row(hint.label(), hint.text(), LineHighlight.NORMAL, width))
                .toList();
    }

    private String row(String label, String text, LineHighlight severity, int width) {
        String left = fit(String.format(Locale.ROOT, " %-" + (LABEL_WIDTH - 1) + "s", label), width);
        return colors.dim(left) + colors.of(severity, fit(text, width - left.length()));
    }

    private static String fit(String text, int width) {
        String clean = text.replaceAll("\\p{Cntrl}", " ");
        return clean.length() <= width
                ? clean
                : clean.substring(0, Math.max(0, width - 1)) + "…".repeat(width > 0 ? 1 : 0);
    }
}
