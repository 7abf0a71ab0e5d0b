/** Where a playlist's own page is. */
export const playlistPath = ({ ownerId, id }: { ownerId: string; id: string }): string => `/playlists/${ownerId}/${id}`;
