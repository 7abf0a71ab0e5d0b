/** Addresses of the community's screens. */
export const postPath = (id: string): string => `/community/${id}`;
export const tagPath = (tag: string): string => `/community?${new URLSearchParams({ tag })}`;
export const followingPath = '/community/following';
