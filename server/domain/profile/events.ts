export type ProfileCreated = { type: 'ProfileCreated'; data: { username: string; avatar: string | null } };
export type ProfileRevised = { type: 'ProfileRevised'; data: { username: string; avatar: string | null } };

/** The events of `profile-{uid}`. The email stays with the identity provider and enters no event. */
export type ProfileEvent = ProfileCreated | ProfileRevised;

export const profileCategory = 'profile';
