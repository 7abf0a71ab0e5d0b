/**
 * What members edit of an item. The fields of a group have one meaning: an edit of one of them is made from the values of
 * all. Deciders and the browser share it.
 */
export const fieldGroups = [['name'], ['amount', 'unit'], ['note'], ['assignedTo'], ['category']] as const;
