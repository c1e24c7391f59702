package dev.signalbox.mongodb.schema;

import dev.signalbox.core.operation.Finding;
import java.util.List;

/**
 * What a look at one relay's collection and its database has found.
 *
 * @param steps what would add all that is missing and can be added
 */
public record SchemaReport(String relay, String collection, List<Finding> findings, List<Step> steps) {
    public SchemaReport {
        findings = List.copyOf(findings);
        steps = List.copyOf(steps);
    }
}
