package dev.signalbox.platform.id;

/**
 * A number that no other node uses as long as it is valid.
 *
 * @param number from 0 to {@link TsidIds#NODES} − 1
 * @param holder who holds it, to renew it
 * @param databaseMillis the database's clock when it was given, in milliseconds since 1970
 * @param validMillis how long it is valid from then on
 */
public record NodeNumber(int number, String holder, long databaseMillis, long validMillis) {}
