package dev.signalbox.platform.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.delivery.MessageLocation;
import dev.signalbox.core.delivery.MessageLocation.DispatcherState;
import dev.signalbox.core.delivery.MessageLocation.Outage;
import dev.signalbox.core.delivery.MessageLocation.OutletState;
import dev.signalbox.core.delivery.MessageLocation.Stage;
import dev.signalbox.platform.delivery.JobExplanation.Finding;
import dev.signalbox.platform.delivery.JobExplanation.Reason;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobDraft;
import dev.signalbox.platform.job.JobKind;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.registry.DeliverySettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JobExplanationTest {
    private static final Tsid JOB = Tsid.from(700);
    private static final Tsid OTHER = Tsid.from(600);
    private static final MessageLocation NOT_IN_MEMORY =
            location(new DispatcherState(true, false, false), Stage.ABSENT, null, new OutletState(false, false, null));

    @Test
    void aJobThatHasEndedSaysHow() {
        JobExplanation explanation = explain(JobStatus.CANCELLED, placement(false, null, null, null), NOT_IN_MEMORY);

        assertThat(reasons(explanation)).containsExactly(Reason.ENDED);
        assertThat(explanation.findings().getFirst().text()).isEqualTo("it is CANCELLED: the reason");
    }

    @Test
    void aHeldGroupNamesTheJobThatItWaitsFor() {
        JobExplanation explanation = explain(JobStatus.QUEUED, placement(true, null, OTHER, OTHER), NOT_IN_MEMORY);

        assertThat(reasons(explanation)).containsExactly(Reason.GROUP_HELD, Reason.BEHIND);
        assertThat(explanation.findings().getFirst().text()).contains(OTHER.toString(), "retry or cancel");
    }

    @Test
    void aPauseComesBeforeEverythingElse() {
        DeliveryPool suspended = new DeliveryPool(OTHER, 1, 1, true);

        JobExplanation explanation =
                explain(JobStatus.QUEUED, placement(true, Instant.EPOCH, OTHER, null), suspended, NOT_IN_MEMORY);

        assertThat(reasons(explanation)).containsExactly(Reason.POOL_SUSPENDED, Reason.BEHIND, Reason.NOT_DUE);
    }

    @Test
    void anOutageSaysWhenTheTargetIsTriedAgain() {
        MessageLocation away = location(
                new DispatcherState(true, false, false),
                Stage.ABSENT,
                new Outage("HTTP 503", Duration.ofSeconds(70), Duration.ofSeconds(9)),
                new OutletState(false, true, Duration.ofSeconds(3)));
        JobExplanation explanation =
                explain(JobStatus.ERROR, placement(true, Instant.parse("2026-05-01T10:00:00Z"), null, null), away);

        assertThat(reasons(explanation))
                .containsExactly(Reason.NOT_DUE, Reason.TARGET_UNAVAILABLE, Reason.RATE_LIMITED);
        assertThat(explanation.findings().get(1).text()).contains("for 70 s", "in 9 s", "HTTP 503");
    }

    @Test
    void aFullPoolIsNotTheSameAsAUsedUpRate() {
        MessageLocation full = location(
                new DispatcherState(true, false, false), Stage.QUEUED, null, new OutletState(false, true, null));

        assertThat(reasons(explain(JobStatus.QUEUED, placement(true, null, null, null), full)))
                .containsExactly(Reason.POOL_FULL, Reason.IN_MEMORY);
    }

    @Test
    void theNodeThatDeliversItIsNamed() {
        JobExplanation elsewhere = explain(JobStatus.QUEUED, placement(true, null, null, null), null);
        assertThat(reasons(elsewhere)).containsExactly(Reason.OTHER_NODE);
        assertThat(elsewhere.findings().getFirst().text()).contains("node-2");

        JobPlacement nowhere = new JobPlacement(-1, 0, null, null, true, false, false, null, null, null, null);
        assertThat(reasons(explain(JobStatus.QUEUED, nowhere, null))).containsExactly(Reason.NO_NODE);
    }

    @Test
    void nothingMayKeepIt() {
        assertThat(reasons(explain(JobStatus.QUEUED, placement(true, null, null, null), NOT_IN_MEMORY)))
                .containsExactly(Reason.WAITS_FOR_ITS_TURN);
    }

    private static List<Reason> reasons(JobExplanation explanation) {
        return explanation.findings().stream().map(Finding::reason).toList();
    }

    private static JobExplanation explain(
            JobStatus status, JobPlacement placement, @Nullable MessageLocation location) {
        return explain(status, placement, null, location);
    }

    private static JobExplanation explain(
            JobStatus status, JobPlacement placement, @Nullable DeliveryPool pool, @Nullable MessageLocation location) {
        JobDraft fields = new JobDraft(
                "",
                JobKind.TASK,
                "code",
                null,
                null,
                null,
                null,
                "https://example.com/",
                null,
                null,
                "group",
                DeliverySettings.DEFAULTS,
                null,
                null,
                null,
                null,
                null,
                Map.of(),
                null,
                null);
        Job job = new Job(JOB, status, fields, 1, "the reason", null, null, false);
        return JobExplanation.of(new JobExplanation.Known(job, placement, null, pool, location));
    }

    private static JobPlacement placement(
            boolean waits, @Nullable Instant notBefore, @Nullable Tsid behind, @Nullable Tsid heldBy) {
        return new JobPlacement(-1, 0, "node-2", null, waits, false, false, notBefore, behind, heldBy, null);
    }

    private static MessageLocation location(
            DispatcherState dispatcher, Stage stage, @Nullable Outage outage, OutletState outlet) {
        return new MessageLocation(dispatcher, stage, null, null, outage, outlet);
    }
}
