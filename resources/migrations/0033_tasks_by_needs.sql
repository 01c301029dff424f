-- What waits for a task is found without reading every task with its notes.
CREATE INDEX tasks_by_needs ON tasks (needs, id) WHERE needs <> '[]';
