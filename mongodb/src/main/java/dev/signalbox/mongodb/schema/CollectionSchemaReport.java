package dev.signalbox.mongodb.schema;

import dev.signalbox.core.admin.InspectionFinding;
import java.util.List;

/**
 * The findings of an inspection of one relay's collection and its database.
 *
 * @param steps what adds everything that is missing and can be added
 */
public record CollectionSchemaReport(
        String relay, String collection, List<InspectionFinding> findings, List<MongoSchemaStep> steps) {
    public CollectionSchemaReport {
        findings = List.copyOf(findings);
        steps = List.copyOf(steps);
    }
}
