package dev.signalbox.server.web;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.delivery.JobExplanation;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.job.CreatedJob;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobAnswers;
import dev.signalbox.platform.job.JobBodies;
import dev.signalbox.platform.job.JobChange;
import dev.signalbox.platform.job.JobDraft;
import dev.signalbox.platform.job.JobKind;
import dev.signalbox.platform.job.JobSearch;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.job.JobStore;
import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.json.PageWriter;
import dev.signalbox.runtime.platform.EventPlatform;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Dispatch jobs: what is delivered, was delivered, or could not be. */
@RestController
record JobsController(EventPlatform platform) {
    private static final String ONE = PlatformRoutes.JOBS + "/{id}";
    private static final String WHAT = "job";
    private static final String[] SEARCH = {
        "status",
        "source",
        "kind",
        "code",
        "clientId",
        "subscriptionId",
        "dispatchPoolId",
        "eventId",
        "messageGroup",
        "createdAfter",
        "createdBefore"
    };

    @PostMapping(PlatformRoutes.JOBS)
    ResponseEntity<byte[]> post(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, InputTooLargeException {
        JobDraft draft = JobBodies.single(Clients.ANCHOR, JsonContent.read(request));
        CreatedJob created = platform.running().postJob(draft);
        if (created.duplicate()) {
            takeForAnswer(request, created.job());
        }
        byte[] body = JobAnswers.single(created.job());
        return created.duplicate()
                ? JsonContent.ok(body)
                : JsonContent.created(PlatformRoutes.JOBS + "/" + created.job().id(), body);
    }

    @PostMapping(PlatformRoutes.JOB_BATCH)
    ResponseEntity<byte[]> postAll(HttpServletRequest request)
            throws StoreException, InvalidInputException, MalformedJsonException, InputTooLargeException {
        JobBodies.Batch batch = JobBodies.batch(Clients.ANCHOR, JsonContent.read(request));
        List<Job> jobs =
                platform.running().postJobs(batch).stream().map(CreatedJob::job).toList();
        return JsonContent.answer(HttpStatus.CREATED, JobAnswers.batch(jobs));
    }

    @GetMapping(PlatformRoutes.JOBS)
    ResponseEntity<byte[]> search(HttpServletRequest request) throws StoreException {
        PlatformParams params = new PlatformParams(request, "after", SEARCH);
        JobSearch search = new JobSearch(
                params.text("clientId", InputLimits.CLIENT),
                params.word("status", JobStatus.class),
                params.word("kind", JobKind.class),
                params.text("code", InputLimits.TYPE),
                params.text("source", InputLimits.SOURCE),
                params.id("subscriptionId"),
                params.id("dispatchPoolId"),
                params.id("eventId"),
                params.text("messageGroup", InputLimits.CODE + 1 + InputLimits.GROUP),
                params.time("createdAfter"),
                params.time("createdBefore"),
                params.page());
        return JsonContent.ok(PageWriter.page(store().search(search), (out, job) -> job.write(out)));
    }

    @GetMapping(ONE)
    ResponseEntity<byte[]> one(@PathVariable String id, HttpServletRequest request) throws StoreException {
        Job job = found(id);
        takeForAnswer(request, job);
        return JsonContent.ok(JobAnswers.single(job));
    }

    private static void takeForAnswer(HttpServletRequest request, Job job) {
        JsonText payload = job.fields().payload();
        BudgetedBody.takeForAnswer(request, payload == null ? 0 : payload.text().length());
    }

    @GetMapping(ONE + "/attempts")
    ResponseEntity<byte[]> attempts(@PathVariable String id) throws StoreException {
        return JsonContent.ok(JobAnswers.attempts(store().attempts(found(id).id())));
    }

    /** Why it is not delivered yet. */
    @GetMapping(ONE + "/explain")
    ResponseEntity<byte[]> explain(@PathVariable String id) throws StoreException, InterruptedException {
        JobExplanation explanation = platform.running()
                .explain(PlatformParams.pathId(WHAT, id))
                .orElseThrow(() -> ProblemException.noSuch(WHAT, id));
        return JsonContent.ok(JsonWriter.object(explanation::write));
    }

    @PostMapping(ONE + "/retry")
    ResponseEntity<byte[]> retry(@PathVariable String id) throws StoreException {
        Tsid known = PlatformParams.pathId(WHAT, id);
        return changed(id, store().retry(known), "cannot be tried again");
    }

    @PostMapping(ONE + "/cancel")
    ResponseEntity<byte[]> cancel(@PathVariable String id, HttpServletRequest request) throws StoreException {
        Tsid known = PlatformParams.pathId(WHAT, id);
        String reason = "cancelled by " + AuthenticationFilter.operator(request);
        return changed(id, store().cancel(known, reason), "cannot be cancelled");
    }

    private ResponseEntity<byte[]> changed(String id, JobChange change, String refusal) throws StoreException {
        return switch (change) {
            case DONE -> JsonContent.ok(JobAnswers.single(found(id)));
            case NEEDS_OWNER -> JsonContent.answer(HttpStatus.ACCEPTED, JobAnswers.single(found(id)));
            case NOT_FOUND -> throw ProblemException.noSuch(WHAT, id);
            case NOT_POSSIBLE ->
                throw ProblemException.conflict("status", "The job " + refusal + ": " + status(found(id)) + ".");
            case REFERENCE_GONE ->
                throw ProblemException.conflict(
                        "The job " + refusal + ": its dispatch pool or service account was deleted.");
        };
    }

    private static String status(Job job) {
        Instant next = job.nextAttemptAt();
        return "its status is " + job.status()
                + (job.status() == JobStatus.ERROR && next != null
                        ? ", and it is tried again by itself at " + next
                        : "");
    }

    private Job found(String id) throws StoreException {
        return store().find(PlatformParams.pathId(WHAT, id)).orElseThrow(() -> ProblemException.noSuch(WHAT, id));
    }

    private JobStore store() throws StoreException {
        return platform.running().store().jobs();
    }
}
