package dev.signalbox.platform.job;

import dev.signalbox.platform.json.JsonWriter;
import java.util.List;

/** The bodies that answer requests about jobs. */
public final class JobAnswers {
    private JobAnswers() {}

    public static byte[] single(Job job) {
        return JsonWriter.object(job::write);
    }

    public static byte[] batch(List<Job> jobs) {
        return JsonWriter.object(out ->
                out.objects("jobs", jobs, (members, job) -> job.write(members)).number("count", jobs.size()));
    }

    public static byte[] attempts(List<Attempt> attempts) {
        return JsonWriter.object(
                out -> out.objects("attempts", attempts, (members, attempt) -> attempt.write(members)));
    }
}
