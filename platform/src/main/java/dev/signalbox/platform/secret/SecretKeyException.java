package dev.signalbox.platform.secret;

import dev.signalbox.platform.StoreException;

/** This node does not have the key of the stored secrets. Another node may have it; an operator has to set it here. */
public final class SecretKeyException extends StoreException {
    private static final long serialVersionUID = 1;

    public SecretKeyException(String message) {
        super(message);
    }
}
