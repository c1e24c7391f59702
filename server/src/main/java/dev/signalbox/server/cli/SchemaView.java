package dev.signalbox.server.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.signalbox.core.operation.Finding;
import dev.signalbox.jdbc.schema.SchemaReport;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was found about a table, for people and for programs.
 *
 * @param relay whose it is; null if it is a log's
 * @param log whose it is; null if it is a relay's
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SchemaView(
        String source,
        @Nullable String relay,
        @Nullable String log,
        String table,
        boolean works,
        boolean complete,
        List<Item> findings,
        List<String> install) {

    /** One thing that a relay needs or could use. */
    record Item(String item, String state, boolean required, String detail, String purpose) {}

    static SchemaView of(String source, SchemaReport report, boolean ofLog) {
        return new SchemaView(
                source,
                ofLog ? null : report.relay(),
                ofLog ? report.relay() : null,
                report.table(),
                report.works(),
                report.complete(),
                report.findings().stream().map(SchemaView::item).toList(),
                report.steps().stream().map(step -> step.title()).toList());
    }

    private static Item item(Finding finding) {
        return new Item(
                finding.item(),
                finding.state().name().toLowerCase(Locale.ROOT),
                finding.required(),
                finding.detail(),
                finding.purpose());
    }

    static String json(Object value) {
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(value);
    }

    String text() {
        StringBuilder text = new StringBuilder(
                (log == null ? "relay " + relay : "log " + log) + ": table " + table + " of source " + source + "\n");
        for (Item item : findings) {
            boolean present = item.state().equals("present");
            text.append("  %-8s %-17s %s%s%n"
                    .formatted(
                            present ? "ok" : item.state(),
                            item.item(),
                            item.detail(),
                            present ? "" : "; " + item.purpose()));
        }
        return text.append("  ").append(verdict()).append('\n').toString();
    }

    private String verdict() {
        if (!works) {
            return install.isEmpty()
                    ? "cannot work"
                    : "cannot work: see 'signalbox schema install' and 'signalbox schema sql'";
        }
        return complete
                ? "works"
                : "works, and could do better: see 'signalbox schema install' and 'signalbox schema sql'";
    }
}
