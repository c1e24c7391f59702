package dev.signalbox.platform.job;

/**
 * What became of a posted job.
 *
 * @param job as it is stored; of a duplicate, the original
 * @param duplicate whether the client had posted it before
 */
public record CreatedJob(Job job, boolean duplicate) {}
