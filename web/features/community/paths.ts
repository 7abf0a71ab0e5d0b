/** Addresses of the community's screens. */
export const postPath = (id: string): string => `/community/${id}`;
export const followingPath = '/community/following';
