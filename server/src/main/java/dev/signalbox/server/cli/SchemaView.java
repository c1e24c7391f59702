package dev.signalbox.server.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.runtime.schema.SchemaTargets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The inspection report of a relay's or a log's table, as text and as JSON. */
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

    record FindingView(String item, String state, boolean required, String detail, String purpose) {}

    static SchemaView of(SchemaTargets targets, TableSchemaReport report) {
        boolean ofLog = targets.isLog(report.relay());
        return new SchemaView(
                targets.source().name(),
                ofLog || targets.ofPlatform() ? null : report.relay(),
                ofLog ? report.relay() : null,
                report.table(),
                report.works(),
                report.complete(),
                report.findings().stream().map(SchemaView::item).toList(),
                report.steps().stream().map(step -> step.title()).toList());
    }

    private static FindingView item(InspectionFinding finding) {
        return new FindingView(
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
                relay == null && log == null
                        ? "event platform: schema " + table + "\n"
                        : (log == null ? "relay " + relay : "log " + log) + ": table " + table + " of source " + source
                                + "\n");
        for (FindingView finding : findings) {
            boolean present = finding.state().equals("present");
            text.append("  %-8s %-17s %s%s%n"
                    .formatted(
                            present ? "ok" : finding.state(),
                            finding.item(),
                            finding.detail(),
                            present ? "" : "; " + finding.purpose()));
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
