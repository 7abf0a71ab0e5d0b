export type ProfileCreated = { type: 'ProfileCreated'; data: { username: string; avatar: string | null } };
export type ProfileRevised = { type: 'ProfileRevised'; data: { username: string; avatar: string | null } };
/** That it is another one: which, only the identity provider knows. */
export type EmailChanged = { type: 'EmailChanged'; data: Record<string, never> };
/** Of the password nothing is recorded but that it is another one. */
export type PasswordChanged = { type: 'PasswordChanged'; data: Record<string, never> };

/** What others see of somebody. */
export type PersonEvent = ProfileCreated | ProfileRevised;

/** The events of `profile-{uid}`. Email and password stay with the identity provider and enter no event. */
export type ProfileEvent = PersonEvent | EmailChanged | PasswordChanged;

export const profileCategory = 'profile';
