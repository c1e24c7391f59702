-- The two servers have no common function for a series of numbers.
CREATE TABLE IF NOT EXISTS numbers (k INT PRIMARY KEY) ENGINE = InnoDB
