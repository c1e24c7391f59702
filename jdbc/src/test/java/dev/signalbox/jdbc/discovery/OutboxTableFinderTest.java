package dev.signalbox.jdbc.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.jdbc.TableName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OutboxTableFinderTest {
    private static final OutboxTableFinder FINDER =
            new OutboxTableFinder(name -> name.matches("\\w+"), EnumSet.allOf(ColumnKind.class), true);
    private static final String CORE = "id UUID!, body JSON!, created TIME!";

    /** Columns as {@code name KIND}; with an exclamation mark they are never NULL. */
    private static DiscoveredTable table(String name, String columns) {
        List<DiscoveredColumn> all = new ArrayList<>();
        for (String each : columns.split(", ", -1)) {
            String[] words = each.replace("!", "").split(" ", -1);
            boolean id = words[0].equals("id");
            all.add(new DiscoveredColumn(words[0], ColumnKind.valueOf(words[1]), words[1], !each.endsWith("!"), id));
        }
        return new DiscoveredTable(new TableName(null, name), all);
    }

    private static OutboxProposal of(String columns) {
        return FINDER.of(table("shop_events", columns));
    }

    private static Map<String, String> names(OutboxProposal proposal) {
        return proposal.columns().entrySet().stream()
                .collect(Collectors.toMap(
                        column -> column.getKey().key(),
                        column -> column.getValue().name()));
    }

    private static List<String> found(DiscoveredTable... tables) {
        return FINDER.find(Arrays.asList(tables)).stream()
                .map(proposal -> proposal.table().table())
                .toList();
    }

    @Test
    void aFlagAndOtherNamesAreRecognised() {
        OutboxProposal proposal =
                of("event_uuid UUID!, topic TEXT!, key TEXT, body JSON!, is_sent BOOLEAN!, created TIME!, tenant TEXT");

        assertThat(proposal.layout()).isEqualTo("sent-flag");
        assertThat(names(proposal))
                .isEqualTo(Map.of(
                        "id",
                        "event_uuid",
                        "type",
                        "topic",
                        "message-group",
                        "key",
                        "payload",
                        "body",
                        "status",
                        "is_sent",
                        "created-at",
                        "created"));
        assertThat(proposal.missing()).isEmpty();
        assertThat(proposal.notes()).isEmpty();
    }

    @Test
    void aFlagThatMayBeNullIsToBeChangedFirst() {
        assertThat(of(CORE + ", aggregateId TEXT, isPublished BOOLEAN").notes())
                .singleElement()
                .asString()
                .contains("column isPublished may be NULL", "docs/adopt-a-table.md#columns-that-may-be-null");
    }

    @Test
    void aTimeThatMayBeNullShowsWhatWasSent() {
        OutboxProposal proposal = of(CORE + ", aggregate_id TEXT, sent_at TIME");

        assertThat(proposal.layout()).isEqualTo("sent-at");
        assertThat(names(proposal)).containsEntry("processed-at", "sent_at").doesNotContainKey("type");
        assertThat(of(CORE + ", aggregate_id TEXT, sent_at TIME!").isUsable()).isFalse();
    }

    @Test
    void aWordNeedsTheColumnsBesideIt() {
        String columns = CORE + ", type TEXT!, aggregate_id TEXT, state TEXT!";
        OutboxProposal word = of(columns + ", attempts NUMBER!, last_error TEXT, published_at TIME");
        assertThat(word.layout()).isEqualTo("flowcatalyst");
        assertThat(names(word)).containsEntry("retry-count", "attempts").containsEntry("status", "state");

        OutboxProposal time = of(columns + ", published_at TIME");
        assertThat(time.layout()).isEqualTo("sent-at");
        assertThat(names(time)).doesNotContainKey("status");
        assertThat(time.notes()).singleElement().asString().contains("column state (TEXT) is not used");

        assertThat(of(columns).missing()).singleElement().asString().contains("its state is a word in state (TEXT)");
    }

    @Test
    void whatIsMissingIsNamed() {
        OutboxProposal proposal = of("id TEXT!, amount NUMBER");

        assertThat(proposal.isUsable()).isFalse();
        assertThat(String.join("\n", proposal.missing()))
                .contains(
                        "the payload", "the group", "the time of creation", "nothing in it shows which rows were sent");
        assertThat(of(CORE + ", key TEXT, sent BOOLEAN!, my\"column TEXT").isUsable())
                .isTrue();
        assertThat(FINDER.of(table("my table", CORE + ", key TEXT, sent BOOLEAN!"))
                        .missing())
                .singleElement()
                .asString()
                .contains("cannot contain the name my table");
    }

    @Test
    void thePresetsAreRecognisedByAllTheirColumns() {
        String catbox =
                "id NUMBER!, event_type TEXT!, aggregate_id TEXT!, payload TEXT!, created_at TIME!, sent_at TIME, in_progress_until TIME, aggregate_type TEXT!";
        String debezium = "id UUID!, aggregatetype TEXT!, aggregateid TEXT!, type TEXT!, payload JSON";

        assertThat(of(catbox).layout()).isEqualTo("catbox");
        assertThat(of(debezium).isLog()).isTrue();
        assertThat(new OutboxTableFinder(_ -> true, Set.of(ColumnKind.TEXT), false)
                        .of(table("outbox", debezium))
                        .isUsable())
                .as("without logs")
                .isFalse();
    }

    @Test
    void aGroupHasATypeThatTheDatabaseCanOrder() {
        assertThat(new OutboxTableFinder(_ -> true, Set.of(ColumnKind.TEXT), false)
                        .of(table("outbox", CORE + ", aggregate_id UUID, sent BOOLEAN!"))
                        .missing())
                .singleElement()
                .asString()
                .contains("column aggregate_id (UUID) cannot be the group");
    }

    @Test
    void otherTablesAndCopiesDoNotLookLikeAnOutbox() {
        String outbox = CORE + ", key TEXT, sent BOOLEAN!";
        assertThat(found(
                        table("orders", "id NUMBER!, customer TEXT!, total NUMBER!, created_at TIME!, status TEXT!"),
                        table("documents", "id NUMBER!, content TEXT!, created_at TIME!, published_at TIME"),
                        table("outbox_archive", outbox),
                        table("signalbox_failures", outbox),
                        table("outbox", outbox)))
                .containsExactly("outbox");
    }

    @Test
    void wordsAreSortedByTheirMeaning() {
        FoundWords words = FoundWords.of(List.of("NEW", "SENT", "in-progress", "PARKED", "PENDING"));

        assertThat(words.byKey()).isEqualTo(Map.of("pending", "NEW", "completed", "SENT", "processing", "in-progress"));
        assertThat(words.others()).containsExactly("PARKED", "PENDING");
    }
}
