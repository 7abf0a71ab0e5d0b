/** `operator`: reads and verifies the log, and rebuilds read models. `moderator`: decides about reports. */
export const staffRoles = ['operator', 'moderator'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The actor of what was done on the machine itself. No user can sign in with this id. */
export const machine = 'potluck-machine';

/** `by`: the uid of the operator, or `machine`. */
export type RoleGranted = { type: 'RoleGranted'; data: { role: StaffRole; by: string } };
export type RoleRevoked = { type: 'RoleRevoked'; data: { role: StaffRole; by: string } };

/** The events of `staff-{uid}`. */
export type StaffEvent = RoleGranted | RoleRevoked;

export const staffCategory = 'staff';
