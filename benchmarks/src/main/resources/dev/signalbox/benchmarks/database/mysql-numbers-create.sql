-- Neither server has a series of numbers that the other has too.
CREATE TABLE IF NOT EXISTS numbers (k INT PRIMARY KEY) ENGINE = InnoDB
