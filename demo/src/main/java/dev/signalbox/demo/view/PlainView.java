package dev.signalbox.demo.view;

import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.ViewLine;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints one line for each part of the demo every second, and one for each event. */
public final class PlainView implements View {
    private final PrintWriter out;
    private long printed;

    public PlainView(PrintWriter out, Header header) {
        this.out = out;
        header.hints().forEach(hint -> print(hint.label(), hint.text()));
        print("logs", header.logs().toString());
    }

    private void print(String label, String text) {
        out.println(String.format(Locale.ROOT, "%-8s %s", label, text));
        out.flush();
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void show(Figures now) {
        for (ActivityLog.Entry entry : now.activity()) {
            if (entry.number() > printed) {
                printed = entry.number();
                print("", entry.text());
            }
        }
        String prefix = now.time();
        for (List<ViewLine> part : now.parts()) {
            if (!part.isEmpty()) {
                print(prefix, part.stream().map(ViewLine::toString).collect(Collectors.joining("; ")));
                prefix = "";
            }
        }
    }

    @Override
    public void close() {}
}
