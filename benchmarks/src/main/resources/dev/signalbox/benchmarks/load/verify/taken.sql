SELECT customer_name, status, count(*) AS orders, sum(amount) AS amount
FROM orders
GROUP BY customer_name, status
