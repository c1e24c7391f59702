-- Version 2 of the platform's tables: whether a node has the key of the stored secrets.

-- At most one row. value: encrypted with the key, as secrets are; NULL if the key of the next node that has one counts.
CREATE TABLE signalbox_platform.secret_key (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    value text
);
