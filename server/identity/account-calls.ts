/** What the Firebase SDK in the browser calls, and nothing of what only an administrator calls: `accounts:{name}`. */
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
