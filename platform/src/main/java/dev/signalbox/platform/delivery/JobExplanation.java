package dev.signalbox.platform.delivery;

import dev.signalbox.core.delivery.MessageLocation;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.json.JsonWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a job is not delivered yet.
 *
 * @param findings all that keeps it, the most important first; one that says so if nothing does
 */
public record JobExplanation(String id, JobStatus status, List<Finding> findings) {
    public JobExplanation {
        findings = List.copyOf(findings);
    }

    /** One reason, for programs and for people. */
    public record Finding(Reason reason, String text) {}

    /** What may keep a job. */
    public enum Reason {
        /** It has ended: nothing is planned. */
        ENDED,
        /** It is not due. */
        NOT_DUE,
        /** Another job of its group is before it. */
        BEHIND,
        /** Its group is held because a job was given up. */
        GROUP_HELD,
        /** Its subscription is paused. */
        SUBSCRIPTION_PAUSED,
        /** Its pool is suspended. */
        POOL_SUSPENDED,
        /** Its pool has as many requests in flight as it may. */
        POOL_FULL,
        /** Its pool has begun as many requests in a minute as it may. */
        RATE_LIMITED,
        /** Its target does not answer, or refuses everything. */
        TARGET_UNAVAILABLE,
        /** Another node delivers its stream, and knows more. */
        OTHER_NODE,
        /** No node delivers its stream, for now. */
        NO_NODE,
        /** An attempt is under way. */
        IN_FLIGHT,
        /** It is in memory, and next as soon as there is room. */
        IN_MEMORY,
        /** Nothing keeps it: it is read with the next claim. */
        WAITS_FOR_ITS_TURN
    }

    /**
     * What is known of a job.
     *
     * @param location what this node's relay knows of it; null if it did not answer in time, or does not run
     */
    public record Known(
            Job job,
            JobPlacement placement,
            @Nullable DeliverySubscription subscription,
            @Nullable DeliveryPool pool,
            @Nullable MessageLocation location) {}

    public static JobExplanation of(Known known) {
        List<Finding> findings = new ArrayList<>();
        if (known.placement().waits()) {
            addSettings(known, findings);
            addQueue(known.placement(), findings);
            addRelay(known, findings);
        } else if (known.job().fields().scheduledFor() != null && known.job().status() == JobStatus.QUEUED) {
            add(
                    findings,
                    Reason.NOT_DUE,
                    "it is scheduled for " + known.job().fields().scheduledFor());
        } else {
            String error = known.job().lastError();
            add(findings, Reason.ENDED, "it is " + known.job().status() + (error == null ? "" : ": " + error));
        }
        if (findings.isEmpty()) {
            add(findings, Reason.WAITS_FOR_ITS_TURN, "nothing keeps it: it is read with one of the next claims");
        }
        return new JobExplanation(known.job().id().toString(), known.job().status(), findings);
    }

    private static void addQueue(JobPlacement placement, List<Finding> findings) {
        if (placement.heldBy() != null) {
            add(
                    findings,
                    Reason.GROUP_HELD,
                    "its group waits for job " + placement.heldBy()
                            + ", which was given up: retry or cancel that one, and the group goes on");
        } else if (placement.deferred()) {
            add(findings, Reason.GROUP_HELD, "its group waited for a job that was given up, and goes on in order");
        }
        if (placement.behind() != null) {
            add(findings, Reason.BEHIND, "job " + placement.behind() + " of its group is before it");
        }
        if (placement.notBefore() != null) {
            add(findings, Reason.NOT_DUE, "it is not due before " + placement.notBefore());
        }
    }

    private static void addSettings(Known known, List<Finding> findings) {
        if (known.subscription() != null && known.subscription().paused()) {
            add(findings, Reason.SUBSCRIPTION_PAUSED, "its subscription is paused");
        }
        if (known.pool() != null && known.pool().suspended()) {
            add(findings, Reason.POOL_SUSPENDED, "its pool is suspended");
        }
    }

    private static void addRelay(Known known, List<Finding> findings) {
        MessageLocation location = known.location();
        if (location == null || !location.dispatcher().owned()) {
            addOwner(known.placement().owner(), findings);
            return;
        }
        if (location.outage() != null) {
            add(
                    findings,
                    Reason.TARGET_UNAVAILABLE,
                    "its target is unavailable for " + seconds(location.outage().since()) + ", and is tried again in "
                            + seconds(location.outage().nextProbe()) + ": "
                            + location.outage().reason());
        }
        if (location.outlet().waitsForPool()) {
            Duration startsIn = location.outlet().startsIn();
            if (startsIn == null) {
                add(findings, Reason.POOL_FULL, "its pool has as many requests in flight as it may");
            } else {
                add(
                        findings,
                        Reason.RATE_LIMITED,
                        "the rate of its pool is used up; the next start is in " + seconds(startsIn));
            }
        }
        switch (location.stage()) {
            case IN_FLIGHT -> add(findings, Reason.IN_FLIGHT, "an attempt is under way" + sentFor(location));
            case RECORDING -> add(findings, Reason.IN_FLIGHT, "its last attempt has ended, and is being recorded");
            case QUEUED -> add(findings, Reason.IN_MEMORY, "this node has it in memory, and sends it when it can");
            case ABSENT -> {}
        }
    }

    private static void addOwner(@Nullable String owner, List<Finding> findings) {
        if (owner == null) {
            add(findings, Reason.NO_NODE, "no node delivers its stream: one takes it over soon, if any runs");
        } else {
            add(findings, Reason.OTHER_NODE, "node " + owner + " delivers its stream: ask that one for more");
        }
    }

    private static String sentFor(MessageLocation location) {
        return location.sentFor() == null ? "" : " since " + seconds(location.sentFor());
    }

    private static String seconds(Duration time) {
        return time.toSeconds() + " s";
    }

    private static void add(List<Finding> findings, Reason reason, String text) {
        findings.add(new Finding(reason, text));
    }

    /** Writes its members. */
    public void write(JsonWriter out) {
        out.text("id", id)
                .text("status", status)
                .text("explanation", findings.getFirst().text())
                .objects(
                        "findings",
                        findings,
                        (entry, finding) ->
                                entry.text("reason", finding.reason()).text("text", finding.text()));
    }
}
