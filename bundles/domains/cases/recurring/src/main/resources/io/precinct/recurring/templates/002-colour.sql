ALTER TABLE recurring.template ADD COLUMN colour text;
