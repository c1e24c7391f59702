package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;

/**
 * What delivery needs of a dispatch pool.
 *
 * @param rateLimit how many jobs may start in any 60 seconds
 * @param concurrency how many may be in flight
 * @param suspended whether its jobs wait
 */
public record DeliveryPool(Tsid id, int rateLimit, int concurrency, boolean suspended) {}
