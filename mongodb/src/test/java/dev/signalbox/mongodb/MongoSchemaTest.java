package dev.signalbox.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.mongodb.MongoSchemaCheck.CollectionSchemaReport;
import dev.signalbox.mongodb.MongoSchemaCheck.MongoSchemaInstaller;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MongoSchemaTest {
    private final TestMongo database = new TestMongo();
    private final MongoConnections connections = database.open("schema");

    @AfterEach
    void close() {
        connections.close();
        database.close();
    }

    @Test
    void anEmptyDatabaseWorksAndIsOfferedTheIndex() {
        CollectionSchemaReport report = check();
        assertThat(report.findings()).noneMatch(InspectionFinding::stopsWork);
        assertThat(state(report, "collection")).isEqualTo(State.MISSING);
        assertThat(state(report, "claim index")).isEqualTo(State.MISSING);
        assertThat(report.steps())
                .singleElement()
                .satisfies(mongoSchemaStep -> assertThat(mongoSchemaStep.statement())
                        .startsWith("db.runCommand({\"createIndexes\": \"outbox_events\""));

        List<String> said = new ArrayList<>();
        MongoSchemaInstaller installer = new MongoSchemaInstaller(database.settings(), said::add);
        assertThat(installer.run(report.steps())).isEmpty();
        assertThat(installer.run(report.steps())).as("it can be run again").isEmpty();

        assertThat(state(check(), "claim index")).isEqualTo(State.PRESENT);
        assertThat(check().steps()).isEmpty();
        assertThat(said).contains("  done");
    }

    @Test
    void anIndexIsFoundWhateverItsName() {
        database.collection("outbox_events")
                .createIndex(
                        Indexes.ascending("status", "messageGroup", "createdAt", "_id"),
                        new IndexOptions().name("mine"));
        assertThat(state(check(), "claim index")).isEqualTo(State.PRESENT);
    }

    @Test
    void anIndexInAnotherOrderIsNone() {
        database.collection("outbox_events").createIndex(Indexes.ascending("status", "createdAt", "messageGroup"));
        assertThat(state(check(), "claim index")).isEqualTo(State.MISSING);
    }

    @Test
    void fieldsOfAnotherTypeAreNamed() {
        database.outbox()
                .insertOne(BsonDocument.parse(
                        "{_id: 'm1', status: 'PENDING', messageGroup: 7, createdAt: '2026-01-01', retryCount: 0}"));

        assertThat(check().findings())
                .filteredOn(inspectionFinding -> inspectionFinding.item().equals("fields"))
                .singleElement()
                .satisfies(inspectionFinding -> assertThat(inspectionFinding.detail())
                        .contains("m1", "messageGroup is of type INT32", "createdAt is of type STRING"));
    }

    @Test
    void aStatusThatIsNoWordIsNamedAndStopsWorkIfAllAreSo() {
        database.outbox().insertOne(BsonDocument.parse("{_id: 'm1', status: false, createdAt: ISODate('2026-01-01')}"));

        assertThat(check().findings())
                .filteredOn(InspectionFinding::stopsWork)
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.detail())
                                .isEqualTo(
                                        "collection outbox_events: field status of message m1 is of type BOOLEAN, and it is never"
                                                + " delivered; needed is one of the strings PENDING, PROCESSING, COMPLETED, FAILED"));

        database.outbox()
                .insertOne(BsonDocument.parse("{_id: 'm2', status: 'PENDING', createdAt: ISODate('2026-01-01')}"));
        assertThat(check().findings()).noneMatch(InspectionFinding::stopsWork);
        assertThat(state(check(), "states")).isEqualTo(State.WRONG);
    }

    private CollectionSchemaReport check() {
        return MongoSchemaCheck.of(
                        connections,
                        List.of(new MongoSchemaCheck.CollectionTarget("events", new CollectionName("outbox_events"))))
                .getFirst();
    }

    private static State state(CollectionSchemaReport report, String item) {
        return report.findings().stream()
                .filter(inspectionFinding -> inspectionFinding.item().equals(item))
                .findFirst()
                .orElseThrow()
                .state();
    }
}
