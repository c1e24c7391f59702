package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A decision is rejected if its decision model changes, and only then. */
class LostRaceTest {
    private static final AppendEvent STUDENT_ENROLLED = AppendEvent.builder("StudentEnrolled")
            .tag("course", "algebra")
            .tag("student", "emmy")
            .data("{}")
            .build();
    private static final AppendEvent ROOM_PAINTED =
            AppendEvent.builder("RoomPainted").tag("room", "12").data("{}").build();
    private static final AppendEvent DECISION =
            AppendEvent.builder("DecisionMade").tag("decision", "1").data("{}").build();

    private TestDatabase database;

    @BeforeEach
    void create() throws SQLException {
        database = TestDatabase.withTables();
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    static Stream<Query> queriesForTheEnrolment() {
        return Stream.of(
                Query.of(QueryItem.types("StudentEnrolled", "CourseClosed").tag("course", "algebra")),
                Query.of(QueryItem.types("StudentEnrolled")
                        .tag("course", "algebra")
                        .tag("student", "emmy")),
                Query.of(QueryItem.tagged("student", "emmy")),
                Query.of(QueryItem.tagged("student", "emmy").tag("course", "algebra")),
                Query.of(QueryItem.types("CourseClosed", "StudentEnrolled")),
                Query.of(
                        QueryItem.tagged("course", "geometry"),
                        QueryItem.types("CourseClosed"),
                        QueryItem.types("StudentEnrolled").tag("course", "algebra")));
    }

    static Stream<Query> allQueriesForTheEnrolment() {
        return Stream.concat(
                queriesForTheEnrolment(), Stream.of(Query.all(), Query.of(new QueryItem(List.of(), List.of()))));
    }

    @ParameterizedTest
    @MethodSource("allQueriesForTheEnrolment")
    void aChangeThatWasCommittedIsSeen(Query model) throws SQLException {
        EventStore store = database.store();
        AppendCondition condition = read(store, model);
        long position = store.append(List.of(STUDENT_ENROLLED)).getFirst();

        assertThatThrownBy(() -> store.appendIf(List.of(DECISION), condition))
                .isInstanceOfSatisfying(
                        LostRaceException.class, e -> assertThat(e.position()).isEqualTo(position));
        assertThat(database.events()).isEqualTo(1);
        assertThat(store.appendIf(List.of(DECISION), read(store, model))).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("queriesForTheEnrolment")
    void anotherChangeDoesNotMatter(Query model) {
        EventStore store = database.store();
        AppendCondition condition = read(store, model);
        store.append(List.of(ROOM_PAINTED));

        assertThat(store.appendIf(List.of(DECISION), condition)).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("allQueriesForTheEnrolment")
    void aChangeThatIsUnderWayIsWaitedFor(Query model) throws Exception {
        AppendCondition condition = read(database.store(), model);
        try (Connection other = database.transaction()) {
            EventStore.in(other).append(List.of(STUDENT_ENROLLED));
            CompletableFuture<List<Long>> decision = appendInBackground(condition);
            await().until(() -> database.waiting() == 1);
            other.commit();

            assertThatThrownBy(decision::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(LostRaceException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("allQueriesForTheEnrolment")
    void aChangeThatIsRolledBackDoesNotMatter(Query model) throws Exception {
        AppendCondition condition = read(database.store(), model);
        try (Connection other = database.transaction()) {
            EventStore.in(other).append(List.of(STUDENT_ENROLLED));
            CompletableFuture<List<Long>> decision = appendInBackground(condition);
            await().until(() -> database.waiting() == 1);
            other.rollback();

            assertThat(decision.get()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("allQueriesForTheEnrolment")
    void aChangeThatComesAfterTheDecisionWaitsForItsCommit(Query model) throws Exception {
        AppendCondition condition = read(database.store(), model);
        try (Connection decision = database.transaction()) {
            EventStore.in(decision).appendIf(List.of(DECISION), condition);
            CompletableFuture<List<Long>> change = appendInBackground(AppendCondition.none(), STUDENT_ENROLLED);
            await().until(() -> database.waiting() == 1);
            decision.commit();

            assertThat(change.get()).hasSize(1);
        }
    }

    @Test
    void twoDecisionsThatEachChangeWhatTheOtherHasReadDoNotBothPass() throws Exception {
        EventStore store = database.store();
        AppendCondition mine = read(store, Query.of(QueryItem.tagged("doctor", "anna")));
        AppendCondition yours = read(store, Query.of(QueryItem.tagged("doctor", "bert")));
        AppendEvent bertLeaves =
                AppendEvent.builder("Left").tag("doctor", "bert").data("{}").build();
        AppendEvent annaLeaves =
                AppendEvent.builder("Left").tag("doctor", "anna").data("{}").build();
        try (Connection connection = database.transaction()) {
            EventStore.in(connection).appendIf(List.of(bertLeaves), mine);
            CompletableFuture<List<Long>> other = appendInBackground(yours, annaLeaves);
            await().until(() -> database.waiting() == 1);
            connection.commit();

            assertThatThrownBy(other::get).hasCauseInstanceOf(LostRaceException.class);
        }
    }

    @Test
    void aCursorAtTheStartMeansThatNothingMayBeThere() {
        EventStore store = database.store();
        DecisionModel model = DecisionModel.of("student", "emmy");
        AppendCondition untouched = model.toAppendCondition(Cursor.START).build();
        store.append(List.of(ROOM_PAINTED));
        store.appendIf(List.of(STUDENT_ENROLLED), untouched);
        assertThatThrownBy(() -> store.appendIf(List.of(STUDENT_ENROLLED), untouched))
                .isInstanceOf(LostRaceException.class);
    }

    private static AppendCondition read(EventStore store, Query model) {
        Cursor cursor = store.project(model, 0, (count, event) -> count + 1).cursor();
        return DecisionModel.of(model).toAppendCondition(cursor).build();
    }

    private CompletableFuture<List<Long>> appendInBackground(AppendCondition condition) {
        return appendInBackground(condition, DECISION);
    }

    private CompletableFuture<List<Long>> appendInBackground(AppendCondition condition, AppendEvent event) {
        EventStore store = database.store();
        return CompletableFuture.supplyAsync(() -> store.appendIf(List.of(event), condition));
    }
}
