package dev.signalbox.demo.view;

import dev.signalbox.demo.Snapshot;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/** Draws in place on the terminal's second screen, so that what was on it before comes back at the end. */
public final class LiveView implements View {
    private static final String ENTER = "\u001b[?1049h\u001b[?25l\u001b[2J";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final int FRAMES_PER_LOOK = 8;

    private final PrintWriter out;
    private final Frame frame;
    private TerminalSize size = TerminalSize.USUAL;
    private int frames;
    private boolean closed;

    public LiveView(PrintWriter out, Palette palette, Hints hints) {
        this.out = out;
        this.frame = new Frame(palette, hints, ZoneId.systemDefault());
        out.print(ENTER);
        out.flush();
    }

    @Override
    public Duration every() {
        return Duration.ofMillis(250);
    }

    /** The whole picture goes out in one piece, each line cleared as it is written: nothing flickers. */
    @Override
    public void show(Snapshot now) throws InterruptedException {
        if (frames++ % FRAMES_PER_LOOK == 0) {
            size = TerminalSize.now();
        }
        List<String> lines = frame.lines(now, size);
        StringBuilder picture = new StringBuilder();
        for (int i = 0; i < size.rows(); i++) {
            picture.append("\u001b[").append(i + 1).append(";1H");
            picture.append(i < lines.size() ? lines.get(i) : "");
            picture.append("\u001b[K");
        }
        out.print(picture);
        out.flush();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            out.print(LEAVE);
            out.flush();
        }
    }
}
