export type ProfileCreated = { type: 'ProfileCreated'; data: { username: string; avatar: string | null } };
export type ProfileRevised = { type: 'ProfileRevised'; data: { username: string; avatar: string | null } };
/** Without the address: only the identity provider stores it. */
export type EmailChanged = { type: 'EmailChanged'; data: Record<string, never> };
/** Without the password: only the identity provider stores it. */
export type PasswordChanged = { type: 'PasswordChanged'; data: Record<string, never> };

/** The events of the public profile. */
export type PersonEvent = ProfileCreated | ProfileRevised;

/** The events of `profile-{uid}`. */
export type ProfileEvent = PersonEvent | EmailChanged | PasswordChanged;

export const profileCategory = 'profile';
