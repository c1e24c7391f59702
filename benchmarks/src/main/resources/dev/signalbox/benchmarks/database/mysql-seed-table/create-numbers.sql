-- Neither server has a series of numbers that the other has too.
CREATE TABLE numbers (k INT PRIMARY KEY) ENGINE = InnoDB
