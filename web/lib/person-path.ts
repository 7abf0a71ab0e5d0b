/** Address of a person's page: what they publish. */
export const personPath = (uid: string): string => `/people/${encodeURIComponent(uid)}`;
