export const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** Where a playlist's own page is. */
export const playlistPath = ({ ownerId, id }: { ownerId: string; id: string }): string => `/playlists/${ownerId}/${id}`;
