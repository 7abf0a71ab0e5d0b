/** The calls `accounts:{name}` of Firebase's browser SDK, without those for administrators. */
export const accountCalls = [
  'createAuthUri',
  'delete',
  'lookup',
  'resetPassword',
  'sendOobCode',
  'signInWithIdp',
  'signInWithPassword',
  'signUp',
  'update',
] as const;
