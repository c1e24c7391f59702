package dev.signalbox.server.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.jdbc.schema.TableSchemaReport;
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
        List<FindingView> findings,
        List<String> install) {

    /** One thing that a relay needs or could use. */
    record FindingView(String item, String state, boolean required, String detail, String purpose) {}

    static SchemaView of(String source, TableSchemaReport report, boolean ofLog) {
        return new SchemaView(
                source,
                ofLog ? null : report.relay(),
                ofLog ? report.relay() : null,
                report.table(),
                report.works(),
                report.complete(),
                report.findings().stream().map(SchemaView::item).toList(),
                report.steps().stream().map(schemaStep -> schemaStep.title()).toList());
    }

    private static FindingView item(InspectionFinding inspectionFinding) {
        return new FindingView(
                inspectionFinding.item(),
                inspectionFinding.state().name().toLowerCase(Locale.ROOT),
                inspectionFinding.required(),
                inspectionFinding.detail(),
                inspectionFinding.purpose());
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
        for (FindingView findingView : findings) {
            boolean present = findingView.state().equals("present");
            text.append("  %-8s %-17s %s%s%n"
                    .formatted(
                            present ? "ok" : findingView.state(),
                            findingView.item(),
                            findingView.detail(),
                            present ? "" : "; " + findingView.purpose()));
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
